"""The check-list VCL4THP v13 (draft of August 2026), question by question.

The list is not published: numbers, costs and hard failures are those that other programs report.
Each question has the proof of its answer: a check of `probes`, which tries the action, or the tests
that prove it. A question without a proof counts as not met.
"""

from collections.abc import Sequence

from fairpair.core.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Question:
    """Some numbers of the list that belong together. `cost` is in percent if it is not met.

    `hard`: without it the verification stops. One of `check` and `test` proves the answer, which
    may be several tests; the `record` of a cross-test does so for the comparison with another
    engine. Questions `about_differences` are asked only if that comparison has found some.
    """

    numbers: str
    text: str
    cost: int = 0
    hard: bool = False
    check: str = ""
    test: str | Sequence[str] = ()
    record: bool = False
    about_differences: bool = False

    @property
    def tests(self) -> Sequence[str]:
        """The tests that prove the answer."""
        return (self.test,) if isinstance(self.test, str) else self.test


def _hard(
    numbers: str, text: str, cost: int = 0, *, check: str = "", test: str | Sequence[str] = ()
) -> Question:
    return Question(numbers, text, cost, True, check, test)


_Q = Question
QUESTIONS: Sequence[Question] = (
    _hard(
        "1-6",
        "At least one platform",
        test="setup/test_wheel.py::test_it_starts_without_the_sources",
    ),
    _hard(
        "7-10",
        "English interface without foreign text",
        10,
        test=(
            "web/test_english.py::test_english_can_be_chosen_and_then_no_page_has_another_language",
            "web/test_english.py::test_english_texts_are_in_plain_letters",
        ),
    ),
    _Q(
        "11-12",
        "English manual, reachable inside the program",
        5,
        test="web/test_help.py::test_every_page_is_shown_and_in_the_contents",
    ),
    _Q("16-18", "An engine of its own", check="generated_files_are_right"),
    _hard(
        "19-22",
        "Free checker and generator; wrong pairings and ranks of TRF26 are found",
        check="checker_finds_wrong_pairings_and_ranks",
    ),
    _Q("24", "Parameters of the generator", check="generator_knows_its_parameters"),
    _hard("25", "Parameters that are not set are random", check="generator_draws_the_rest"),
    _Q("26-27", "Ratings given by the user", 10, check="ratings_are_given"),
    _Q("28", "Ratings by range and steps", 3, check="ratings_are_parametrised"),
    _Q("29", "Random ratings", 7, check="ratings_are_random"),
    _hard(
        "30",
        "Two runs with the same parameters differ",
        test="app/test_random_files.py::test_two_runs_with_the_same_options_differ",
    ),
    _hard(
        "31",
        "Generated files obey the rules and their tie-breaks",
        check="generated_files_are_right",
    ),
    _Q("32", "Results follow the table of probabilities", 5, check="results_follow_the_table"),
    Question("33-35", "50,000 tournaments each way against another engine", hard=True, record=True),
    _Q("37", "Faults of other engines reported", 25, about_differences=True),
    _Q("39", "Differences in reading the rules reported", 50, about_differences=True),
    _hard("40-41", "FIDE mode is the default or can be entered", check="fide_mode_can_be_entered"),
    _hard("43", "Leaving FIDE mode is confirmed twice", check="leaving_is_confirmed_twice"),
    _Q("44", "Leaving is in the report, with its round", 30, check="leaving_is_in_the_report"),
    _hard("45", "No way back into FIDE mode", check="there_is_no_way_back"),
    _Q(
        "46",
        "Pages say that FIDE mode was left",
        3,
        test="web/test_fide_mode.py::test_leaving_asks_twice_and_marks_every_page",
    ),
    _Q(
        "47",
        "TRF06 is read",
        7,
        test="formats/test_trf_records.py::test_the_half_point_bye_of_trf06",
    ),
    _Q(
        "48",
        "Changes to TRF06 files are reported",
        3,
        test="chess_events/test_imports.py::test_every_change_to_a_trf06_file_is_told",
    ),
    _Q(
        "49",
        "TRF16 is read",
        15,
        test="formats/test_trf_files.py::test_the_files_are_without_a_problem",
    ),
    _Q(
        "50",
        "Changes to TRF16 files are reported",
        7,
        test="chess_events/test_imports.py::test_every_change_to_a_trf16_file_is_told",
    ),
    _Q(
        "51-53",
        "Defective files are mended and told, or refused with reasons",
        70,
        test="formats/test_trf_repair.py::test_what_was_mended_comes_back_with_the_file",
    ),
    _hard(
        "54",
        "Imported rounds are checked",
        test="chess_events/test_imports.py::test_t32_imported_rounds_are_paired_again",
    ),
    _Q(
        "55",
        "Wrong imported rounds are confirmed and recorded",
        30,
        test="chess_events/test_imports.py::test_t32_a_wrong_round_is_confirmed_and_recorded",
    ),
    _hard(
        "56",
        "Imported tournaments are in FIDE mode",
        test="chess_events/test_imports.py::test_imported_tournaments_are_in_fide_mode_unless_something_is_against_it",
    ),
    _hard("57-60", "The number of rounds is locked after the start", check="rounds_are_locked"),
    _Q(
        "61",
        "A change of it that alters pairings is confirmed, or impossible",
        30,
        check="rounds_are_locked",
    ),
    _Q(
        "62",
        "Tournaments that cannot be completed are told before the start",
        3,
        check="too_many_rounds_are_told",
    ),
    _hard(
        "63",
        "Manual pairing to finish a tournament",
        test="app/test_remedies.py::test_every_suggestion_helps",
    ),
    _hard(
        "64", "Manual pairing", test="library/test_tournament.py::test_manual_pairings_and_drafts"
    ),
    _hard(
        "65",
        "Manual pairing has an explicit start and end",
        test="fide/test_editing.py::test_editing_begins_and_ends_with_the_comparison",
    ),
    _Q(
        "66",
        "Rematches, prohibited pairs, wrong byes and colours are confirmed",
        25,
        test=(
            "fide/test_editing.py::test_t10_a_rematch_is_confirmed",
            "fide/test_editing.py::test_t11_a_bye_after_a_win_by_forfeit_is_confirmed",
            "fide/test_editing.py::test_a_bye_for_a_player_with_more_points_is_confirmed",
        ),
    ),
    _Q(
        "67",
        "A pair in which both have the wrong colour is told",
        10,
        test="fide/test_editing.py::test_t9_both_have_the_wrong_colour",
    ),
    _hard(
        "68",
        "Manual pairings are compared with the engine",
        test="fide/test_changes.py::test_t7_a_manual_pairing_is_compared_with_the_engine",
    ),
    _Q(
        "69",
        "A different pairing is confirmed and recorded",
        30,
        test="fide/test_changes.py::test_t7_a_manual_pairing_is_compared_with_the_engine",
    ),
    _hard("70", "1, 1/2 and 0 points are the default", check="default_points_are_those_of_chess"),
    _Q("71-73", "Other points, such as 3-1-0", 20, check="other_scorings_are_possible"),
    _hard(
        "74",
        "Two draws are never worth more than a win and a loss",
        check="draws_cannot_outscore_wins",
    ),
    _hard("75-78", "Points are locked after the start", 30, check="points_are_locked"),
    _hard(
        "79-80", "The bye is worth a win, or something else", 35, check="other_byes_are_possible"
    ),
    _hard(
        "81", "The bye is never worth more than a win", check="bye_cannot_be_worth_more_than_a_win"
    ),
    _hard("82-84", "With 1-1/2-0 the bye is worth 1, 1/2 or 0", 6, check="bye_must_be_a_score"),
    _hard(
        "85-88", "The worth of the bye is locked after the start", 30, check="bye_points_are_locked"
    ),
    _Q(
        "89-90",
        "Systems besides the Dutch one",
        51,
        test="pairing/test_round_robin.py::test_six_players",
    ),
    _hard(
        "91-92",
        "The rules of other systems can be read",
        test="web/test_help.py::test_every_page_is_shown_and_in_the_contents",
    ),
    _hard("93", "The system is locked after the start", check="system_is_locked"),
    _Q(
        "94, 96",
        "Round robin by Berger tables",
        50,
        test="pairing/test_round_robin.py::test_as_gacrux_has_it",
    ),
    _hard(
        "95",
        "Round-robin numbers by hand",
        test="chess_events/test_numbers.py::test_numbers_of_a_round_robin_are_given_by_hand",
    ),
    _Q(
        "98-99",
        "The last two rounds of the first cycle are swapped by choice",
        3,
        test="chess_events/test_numbers.py::test_the_last_two_rounds_of_a_cycle_change_places_by_choice",
    ),
    _Q(
        "100",
        "Manual pairing in round robins",
        7,
        test="library/test_tournament.py::test_manual_pairings_and_drafts",
    ),
    _Q(
        "101",
        "Manual round robins are checked for everybody meeting once",
        15,
        test="fide/test_editing.py::test_rounds_that_cannot_be_finished_are_confirmed",
    ),
    _Q(
        "102",
        "No three equal colours in a round robin by hand",
        7,
        test="fide/test_editing.py::test_three_equal_colours_in_a_round_robin_are_confirmed",
    ),
    _hard(
        "103",
        "Players with less than half of the games of a round robin",
        test="app/test_round_robin_leavers.py::test_under_half_of_the_games_nothing_counts",
    ),
    _hard(
        "104-105",
        "Round-robin tie-breaks; no Buchholz",
        test="standings/test_rule_validation.py::test_buchholz_in_a_round_robin",
    ),
    _hard("106-108", "Baku acceleration", test="pairing/test_reference.py::test_baku_round_one"),
    _hard("109-110", "Acceleration is locked after the start", check="acceleration_is_locked"),
    _Q(
        "111",
        "Players with a bye in round 1 have no number when groups are formed",
        35,
        test="chess_events/test_numbers.py::test_t31_who_has_a_bye_in_round_1_has_no_number_for_the_groups",
    ),
    _Q(
        "112",
        "Integrity events are in the history",
        15,
        test="log/test_undo.py::test_everything_undone_is_the_beginning",
    ),
    _Q(
        "113",
        "Integrity events are in the report",
        7,
        test=("fide/test_integrity.py::test_t39_the_report_has_one_line_of_each_kind",),
    ),
    _Q("114", "Undo", 3, test="app/test_manual_changes.py::test_every_change_can_be_undone"),
    _Q("115", "Integrity events are confirmed", 10, check="corrections_are_confirmed"),
    _Q(
        "116",
        "Official rating and tournament rating",
        12,
        test="chess_events/test_national_ratings.py::test_l15_reports_have_the_official_rating_and_those_of_federations",
    ),
    _Q(
        "117",
        "Rating lists of one's own",
        18,
        test="rating_lists/test_reading.py::test_a_list_with_a_mapping_and_a_constant",
    ),
    _Q(
        "118",
        "Effective rapid and blitz ratings",
        12,
        test="rating_lists/test_checks.py::test_a_rapid_tournament_takes_the_standard_rating_of_those_without_a_rapid_one",
    ),
    _hard(
        "119-122",
        "FIDE's rating lists are imported",
        test=(
            "rating_lists/test_reading.py::test_the_combined_list",
            "rating_lists/test_reading.py::test_a_list_of_one_rating_has_its_month_in_the_header",
            "rating_lists/test_reading.py::test_xml",
            "rating_lists/test_store.py::test_search_by_name_and_number",
        ),
    ),
    _Q("123", "Default sequence of lists", 7, check="lists_count_by_the_time_control"),
    _Q("124-126", "The sequence can be edited", 12, check="lists_are_left_out_added_and_moved"),
    _Q(
        "127",
        "The first list gives the rating",
        18,
        test="rating_lists/test_checks.py::test_a_player_from_a_list_has_everything_that_it_says",
    ),
    _Q(
        "128-129",
        "Other lists are shown and can be chosen",
        14,
        test="web/test_rating_lists.py::test_the_rating_of_another_list_is_chosen_with_a_button",
    ),
    _Q("131-132", "Ratings are typed and edited", 28, check="ratings_are_edited"),
    _Q(
        "133",
        "Consistency checks",
        50,
        test="rating_lists/test_checks.py::test_unknown_numbers_and_other_names_are_to_be_looked_at",
    ),
    _Q(
        "134",
        "Sources are kept, ratings by hand are marked",
        18,
        test="log/test_list_ratings.py::test_a_rating_typed_over_one_from_a_list_is_marked_and_the_list_is_kept",
    ),
    _Q(
        "135",
        "Lists are at most a day old",
        18,
        test=(
            "rating_lists/test_updates.py::test_lists_are_compared_once_a_day_and_less_often_if_that_fails",
            "rating_lists/test_updates.py::test_a_server_keeps_its_lists_current_and_works_without_a_network",
        ),
    ),
    _Q(
        "136",
        "One-click update",
        7,
        test=(
            "rating_lists/test_updates.py::test_all_lists_are_updated_at_once_and_only_if_they_have_changed",
            "web/test_list_page.py::test_one_click_updates_all_lists",
        ),
    ),
    _Q(
        "138",
        "The comparison with the lists can be switched off",
        1,
        test="web/test_rating_lists.py::test_the_comparison_can_be_switched_off_for_a_tournament",
    ),
    _Q(
        "137",
        "The list of the right month counts",
        7,
        test="rating_lists/test_checks.py::test_the_list_that_counts",
    ),
    _Q(
        "139-140",
        "Automatic check",
        25,
        test="web/test_rating_lists.py::test_from_the_list_to_the_tournament_and_up_to_date",
    ),
    _Q(
        "141",
        "The check asks whether the list is current",
        18,
        test="rating_lists/test_freshness.py::test_one_question_says_whether_a_newer_list_is_published",
    ),
    _Q(
        "143",
        "Nothing is overwritten automatically",
        18,
        test="rating_lists/test_checks.py::test_nothing_is_overwritten_and_only_the_chosen_are_updated",
    ),
    _Q(
        "144",
        "A part of the changes can be chosen",
        12,
        test="rating_lists/test_checks.py::test_nothing_is_overwritten_and_only_the_chosen_are_updated",
    ),
    _Q(
        "145",
        "Methods for the tournament rating",
        117,
        test="unit/test_ratings.py::test_the_methods_of_the_check_list",
    ),
    _Q(
        "146",
        "Another order of ties than by name",
        15,
        test="chess_events/test_numbers.py::test_equal_players_are_in_the_announced_order",
    ),
    _Q(
        "147-150",
        "Numbers are exchanged between equal ratings",
        7,
        test="chess_events/test_numbers.py::test_t30_only_equal_players_exchange_their_numbers",
    ),
    _hard("151-152", "Numbers are frozen after round 4", check="numbers_are_frozen_after_round_4"),
    _Q(
        "153, 155",
        "New numbers before round 4, which keep the order of ties",
        67,
        test=("chess_events/test_numbers.py::test_t27_numbers_are_regenerated_before_round_4",),
    ),
    _Q(
        "154",
        "New numbers are confirmed",
        15,
        test="chess_events/test_warnings.py::test_t27_a_regeneration_lists_its_changes",
    ),
    _Q(
        "156",
        "Late entries get the right number",
        18,
        test="pairing/test_numbers.py::test_late_entries_come_one_by_one_before_the_first_weaker_player",
    ),
    _hard(
        "157, 162",
        "Adjourned games, finished at any time",
        test="log/test_byes_and_returns.py::test_an_adjourned_match_is_finished_later_without_a_correction",
    ),
    _hard(
        "158-160",
        "Missing results become adjourned before the next round",
        10,
        check="missing_results_stop_the_next_round",
    ),
    _hard(
        "161",
        "No final standings with a missing result",
        check="nothing_ends_with_a_missing_result",
    ),
    _Q(
        "163",
        "The end of an adjourned game that is no draw is confirmed",
        15,
        test="chess_events/test_warnings.py::test_t15_the_end_of_an_adjourned_game_is_confirmed",
    ),
    _Q(
        "164-165",
        "Adjourned games are marked, in reports with ?",
        13,
        check="adjourned_games_are_marked",
    ),
    _Q(
        "166",
        "Unknown symbols are read as unknown",
        10,
        test="formats/test_trf_repair.py::test_an_unknown_result_that_the_other_side_leaves_open",
    ),
    _hard("167", "Adjourned games count as draws", check="adjourned_games_count_as_draws"),
    _Q(
        "168",
        "Older adjourned games are told",
        20,
        test="chess_events/test_warnings.py::test_an_old_adjourned_game_is_told_when_a_round_is_paired",
    ),
    _hard(
        "169",
        "No final standings with an adjourned game",
        check="nothing_ends_with_an_adjourned_game",
    ),
    _Q(
        "170",
        "Withdrawals are shown",
        7,
        test="library/test_newcomers.py::test_a_list_of_players_shows_who_dropped",
    ),
    _hard(
        "171-173",
        "Half-point byes",
        test="api/test_reads_kinds.py::test_requested_byes_and_late_entries",
    ),
    _Q(
        "174",
        "A second half-point bye is confirmed",
        15,
        check="second_half_point_bye_is_confirmed",
    ),
    _Q(
        "175-176",
        "Players who may have none are marked, and refused",
        22,
        test="chess_events/test_warnings.py::test_t23_who_may_have_none_gets_no_half_point_bye",
    ),
    _Q("177", "Full-point byes", 7, check="full_point_byes_are_taken"),
    _Q("178", "Full-point byes are told to be deprecated", 7, check="full_point_byes_are_told"),
    _Q(
        "179",
        "Full-point byes are in the report",
        3,
        test="fide/test_changes.py::test_t24_a_full_point_bye_is_in_the_report",
    ),
    _hard("180", "1/2-0, 0-1/2 and 0-0", check="unusual_results_are_taken"),
    _hard("181-184, 186", "No two winners, no mixed results", check="two_winners_are_impossible"),
    _Q("185", "Games that are not rated", 7, check="unrated_results_are_taken"),
    _Q(
        "187-188",
        "Order of the boards",
        10,
        test="pairing/test_tables.py::test_the_top_match_is_at_table_1",
    ),
    _hard(
        "189-191",
        "Only the round before the last one and later ones are edited",
        check="old_rounds_are_locked",
    ),
    _Q(
        "192",
        "Corrections for the rating only",
        15,
        test="fide/test_changes.py::test_t19_an_older_round_is_corrected_for_the_rating_only",
    ),
    _Q(
        "193",
        "Corrections for the rating are in the report",
        10,
        test="fide/test_changes.py::test_t19_an_older_round_is_corrected_for_the_rating_only",
    ),
    _hard(
        "194-196",
        "Prohibited pairs, before round 1 only",
        5,
        check="prohibited_pairs_are_announced_before_round_1",
    ),
    _Q(
        "197-198",
        "Expelled players are marked and have no rank",
        5,
        check="expelled_players_have_no_rank",
    ),
    _hard("199", "All tie-breaks of C.07 for players", check="all_fide_tiebreaks_are_there"),
    _hard("200-202", "Tie-breaks are locked after the start", 5, check="tiebreaks_are_locked"),
    _Q("203", "Places can be shared", 15, check="places_can_be_shared"),
    _hard(
        "204, 206",
        "Lots, always with the same result",
        3,
        check="lots_are_repeatable",
    ),
    _Q("205", "Order of tied players by hand", 7, check="tied_players_are_put_in_order"),
    _Q("207", "Tie-break values from outside", 10, check="values_from_outside_break_ties"),
    _Q(
        "208",
        "A method for unrated players in tie-breaks",
        32,
        test="standings/test_fide_ratings.py::test_rating_tie_breaks_are_dropped_when_somebody_has_none",
    ),
    _Q("209", "A second method", 10, check="unrated_players_have_two_methods"),
    _Q("210", "Tournaments of more than 30 days are marked", 40, check="long_tournaments_are_told"),
    _Q(
        "211",
        "Advice about their tie-breaks",
        3,
        test="chess_events/test_results_and_standings.py::test_a_later_rating_needs_a_long_event",
    ),
    _Q(
        "212-214, 216",
        "Several ratings by round",
        58,
        test="chess_events/test_results_and_standings.py::test_t38_ratings_that_change_during_a_long_event",
    ),
    _Q(
        "215",
        "The first rating counts by default",
        18,
        test="chess_events/test_results_and_standings.py::test_t38_ratings_that_change_during_a_long_event",
    ),
    _Q("217", "The final report omits nothing", 30, check="report_has_every_record"),
    _hard(
        "218-221",
        "Warnings cannot be switched off",
        21,
        check="warnings_cannot_be_switched_off",
    ),
    _Q("222", "Chess960", 15, check="chess960_is_there"),
    _hard(
        "223-225",
        "Works offline",
        test="web/test_offline.py::test_a_tournament_is_played_without_a_network",
    ),
)
