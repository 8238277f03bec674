"""Spreadsheets made by hand, good ones and such that claim to be huge."""

import io
import zipfile

_XLSX = {
    "[Content_Types].xml": (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels"'
        ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/></Types>'
    ),
    "_rels/.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        'relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
        ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
        '<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        'relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    ),
}
_ODS = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>'
    '<office:spreadsheet><table:table table:name="A">{}</table:table></office:spreadsheet>'
    "</office:body></office:document-content>"
)
_ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"


def xlsx(*rows: tuple[int, dict[str, str | int]], formula: str = "") -> bytes:
    """`(2, {"A": "Ana", "B": 2100})` is row 2; numbers are cells with numbers."""
    parts = []
    for number, cells in rows:
        made = "".join(_xlsx_cell(f"{column}{number}", value) for column, value in cells.items())
        parts.append(f'<row r="{number}">{made}</row>')
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"<sheetData>{''.join(parts)}{formula}</sheetData></worksheet>"
    )
    return zipped(_XLSX | {"xl/worksheets/sheet1.xml": sheet})


def ods(rows: str) -> bytes:
    """The XML of the rows of a table as a file."""
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_ODS_TYPE}"/>'
        "</manifest:manifest>"
    )
    return zipped(
        {"mimetype": _ODS_TYPE, "META-INF/manifest.xml": manifest, "content.xml": _ODS.format(rows)}
    )


def ods_cell(text: str, attributes: str = "") -> str:
    return (
        f'<table:table-cell office:value-type="string" {attributes}><text:p>{text}</text:p>'
        "</table:table-cell>"
    )


def zipped(parts: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return made.getvalue()


def _xlsx_cell(place: str, value: str | int) -> str:
    if isinstance(value, int):
        return f'<c r="{place}"><v>{value}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
