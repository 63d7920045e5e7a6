import { SHEET_MAX_ROWS, SHEET_MAX_UNPACKED_BYTES } from '@weft/contract'
import { writeXlsx } from 'hucre'
import { describe, expect, it } from 'vitest'
import { repeated } from '../../../test/archive-fixtures.ts'
import { eventually } from '../../../test/eventually.ts'
import { aList, altered, aRow, aWorkbook, headings, MEGABYTE, readerInThread } from '../../../test/member-file-fixtures.ts'
import { pack } from './archive.ts'
import { createSheetReader } from './sheet-reader.ts'

const form = { headings, max_rows: SHEET_MAX_ROWS, max_unpacked_bytes: SHEET_MAX_UNPACKED_BYTES }
const read = (bytes: Uint8Array) => readerInThread.read(1, bytes, form)
/** Reads in a thread of its own, as the server does, but for as long as it takes. */
const readApart = (bytes: Uint8Array) => createSheetReader({ time: 600_000 }).read(1, bytes, form)
const refusal = (bytes: Uint8Array) =>
  read(bytes).then(
    (rows) => `${rows.length} rows`,
    (error: { reason?: string }) => error.reason ?? error,
  )
const SHEET = 'xl/worksheets/sheet1.xml'
const STYLES = 'xl/styles.xml'
const TYPES = '[Content_Types].xml'
/** Returns a workbook whose rows are this raw XML. */
const withSheet = (data: string) => altered((text) => ({ [SHEET]: text(SHEET).replace(/<sheetData>.*<\/sheetData>/s, data) }))
const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
const headRow = `<row r="1">${headings.map((heading, i) => cell(`${'ABCDE'[i]}1`, heading)).join('')}</row>`

describe('the sheet reader, by the content of a file alone,', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['an empty file', () => Buffer.alloc(0), 'sheetNotXlsx'],
    ['text under another name', () => Buffer.from('用户名,密码\nzhang,123456\n'), 'sheetNotXlsx'],
    ['a workbook from before 2007', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)]), 'sheetNotXlsx'],
    [
      'a workbook with a password',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(500), Buffer.from('EncryptedPackage', 'utf16le')]),
      'sheetUnreadable',
    ],
    ['an archive of something else', () => Buffer.from(pack(new Map([['a.txt', Buffer.from('x')]]))), 'sheetNotXlsx'],
    [
      'a text document',
      () => altered((text) => ({ [TYPES]: text(TYPES).replaceAll('spreadsheetml', 'wordprocessingml') })),
      'sheetNotXlsx',
    ],
    [
      'a binary workbook',
      () =>
        altered((text) => ({
          [TYPES]: `${text(TYPES)}<!-- application/vnd.ms-excel.sheet.binary.macroEnabled.main -->`.replaceAll('.main+xml', ''),
        })),
      'sheetNotXlsx',
    ],
    ['half of a workbook', async () => (await aList(aRow('zhang'))).subarray(0, 900), 'sheetUnreadable'],
    ['a workbook without its sheet', () => altered(() => ({ [SHEET]: undefined })), 'sheetUnreadable'],
    [
      'a workbook without sheets',
      () => altered((text) => ({ 'xl/workbook.xml': text('xl/workbook.xml').replace(/<sheets>.*<\/sheets>/, '') })),
      'sheetUnreadable',
    ],
    ['a sheet that is no XML', () => altered(() => ({ [SHEET]: '<worksheet><sheetData><row r="1"><c r="A1' })), 'sheetUnreadable'],
    ['noise behind the right beginning', () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(5000, 0x5a)]), 'sheetUnreadable'],
  ])('refuses %s', async (_, bytes, reason) => expect(await refusal(await bytes())).toBe(reason))
})

describe('the sheet reader, before it parses anything,', () => {
  it.each<[string, () => Promise<Buffer>, string]>([
    ['macros', () => altered(() => ({ 'xl/vbaProject.bin': 'x' })), 'sheetMacros'],
    ['macros under a name of their own', () => altered(() => ({ 'xl/VBAPROJECT2.bin': 'x' })), 'sheetMacros'],
    ['macros of a sheet', () => altered(() => ({ 'xl/macrosheets/sheet1.xml': '<x/>' })), 'sheetMacros'],
    [
      'the type of a workbook with macros',
      () =>
        altered((text) => ({
          [TYPES]: text(TYPES).replace(/application[^"]*sheet\.main\+xml/, 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
        })),
      'sheetMacros',
    ],
    [
      'entities that grow',
      () =>
        altered((text) => ({
          'xl/sharedStrings.xml': `<!DOCTYPE sst [<!ENTITY a "lol">${'bcdefghij'.replace(/./g, (x, i: number) => `<!ENTITY ${x} "${`&${'abcdefghij'[i]};`.repeat(10)}">`)}]>${text('xl/sharedStrings.xml').replace('zhangsan', '&j;')}`,
        })),
      'sheetUnreadable',
    ],
    [
      'an entity that reads a file',
      () => altered((text) => ({ [SHEET]: `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${text(SHEET)}` })),
      'sheetUnreadable',
    ],
    ['a name that leaves the archive', () => altered(() => ({ '../../etc/cron.d/x': 'x' })), 'sheetUnreadable'],
    ['a name of another system', () => altered(() => ({ 'C:\\x': 'x' })), 'sheetUnreadable'],
    ['one name twice', () => altered((text) => ({ 'XL/worksheets/SHEET1.xml': text(SHEET) })), 'sheetUnreadable'],
  ])('refuses %s', async (_, bytes, reason) => expect(await refusal(await bytes())).toBe(reason))

  it('ignores external links, pictures and comments', async () => {
    const linked = await altered((text) => ({
      'xl/externalLinks/externalLink1.xml': 'not even XML <',
      'xl/comments1.xml': '<comments><comment ref="A1',
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships><Relationship Type="x/drawing" Id="rId1" Target="http://127.0.0.1:1/x"/></Relationships>',
      'xl/_rels/workbook.xml.rels': text('xl/_rels/workbook.xml.rels').replace(
        '</Relationships>',
        '<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLink" Target="externalLinks/externalLink1.xml"/></Relationships>',
      ),
    }))
    expect(await refusal(linked)).toBe('1 rows')
  })
})

describe('the sheet reader, within its limits of memory and time,', () => {
  it('refuses a gigabyte packed into less than two megabytes', async () => {
    const bomb = repeated(8 * MEGABYTE, 128)
    expect(bomb.length).toBeLessThan(2 * MEGABYTE)
    expect(await refusal(bomb)).toBe('sheetTooLarge')
  })

  it('refuses a table of a million shared texts', async () => {
    const texts = '<si><t>x</t></si>'.repeat(1_000_000)
    const heavy = await altered(() => ({ 'xl/sharedStrings.xml': `<sst>${texts}</sst>` }))
    expect(heavy.length).toBeLessThan(SHEET_MAX_UNPACKED_BYTES)
    expect(await refusal(heavy)).toMatch(/^sheet(TooLarge|Columns)$/)
  })

  it('cuts a text of 15 MB that a thousand cells share to 256 characters', async () => {
    const text = `${'长'.repeat(300)}${' '.repeat(15 * MEGABYTE)}`
    const rows = Array.from({ length: 1000 }, (_, i) => `<row r="${i + 2}"><c r="A${i + 2}" t="s"><v>0</v></c></row>`).join('')
    const heavy = await altered((of) => ({
      'xl/sharedStrings.xml': `<sst><si><t xml:space="preserve">${text}</t></si></sst>`,
      [SHEET]: of(SHEET).replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${headRow}${rows}</sheetData>`),
    }))
    expect((await read(heavy)).map((row) => row.cells.用户名)).toEqual(Array.from({ length: 1000 }, () => '长'.repeat(256)))
  })

  it('refuses two cells at opposite corners of the largest sheet', async () => {
    const corners = await withSheet(`<sheetData>${headRow}<row r="1048576">${cell('XFD1048576', 'x')}</row></sheetData>`)
    expect(await refusal(corners)).toBe('sheetTooLarge')
  })

  it('refuses a file that needs more memory than its worker has, and the process goes on', async () => {
    const small = createSheetReader({ time: 600_000, megabytes: 8 })
    const rows = Array.from(
      { length: 30_000 },
      (_, i) => `<row r="${i + 2}">${cell(`A${i + 2}`, `name${i}`)}${cell(`B${i + 2}`, 'x'.repeat(50))}</row>`,
    )
    const heavy = await withSheet(`<sheetData>${headRow}${rows.join('')}</sheetData>`)
    await expect(small.read(1, heavy, form)).rejects.toMatchObject({ reason: 'sheetTooLarge' })
    expect(await readApart(await aList(aRow('zhang')))).toMatchObject([{ row: 2, cells: { 用户名: 'zhang' }, formulas: [] }])
  })

  it('refuses a file that needs more time than its worker has', async () => {
    const hasty = createSheetReader({ time: 1 })
    await expect(hasty.read(1, await aList(aRow('zhang')), form)).rejects.toMatchObject({ reason: 'sheetTooLarge' })
  })
})

describe('the headings', () => {
  const columns = headings.join('、')
  it.each<[string, readonly (string | null)[]]>([
    ['one is missing', headings.slice(1)],
    ['one is there twice', [...headings, headings[0]!]],
    ['one is of no use', [...headings, '性别']],
    ['one is in another script', ['用戶名', ...headings.slice(1)]],
    ['there are none', ['zhangsan', 'abc12345', '86', '', '']],
    ['there are as many as a sheet has columns', [...headings, ...Array.from({ length: 16_379 }, (_, i) => `x${i}`)]],
  ])('that are not those of the template are refused: %s', async (_, head) => {
    await expect(read(await aWorkbook([head, aRow('zhangsan')]))).rejects.toMatchObject({ reason: 'sheetColumns', params: { columns } })
  })

  it('must be above every cell that is filled in', async () => {
    expect(await refusal(await aList([...aRow('zhangsan'), 'a remark']))).toBe('sheetColumns')
  })

  it('may be in any order, below empty rows, with spaces around them and with empty columns', async () => {
    const rows = [
      [null],
      [' 备注', '手机号 ', null, '区号', '用户名', '密码', null],
      ['note', '13800138000', null, '86', 'zhangsan', 'abc12345', ' '],
    ]
    expect(await read(await aWorkbook(rows))).toEqual([
      { row: 3, cells: { 用户名: 'zhangsan', 密码: 'abc12345', 区号: '86', 手机号: '13800138000', 备注: 'note' }, formulas: [] },
    ])
  })
})

describe('the rows', () => {
  const cells = async (...row: Parameters<typeof aList>[0]) => (await read(await aList(row)))[0]!.cells

  it('hold what a person sees: digits as typed, leading zeros and booleans', async () => {
    expect(await cells('0012', 123456, 86, 13800138000, true)).toEqual({
      用户名: '0012',
      密码: '123456',
      区号: '86',
      手机号: '13800138000',
      备注: 'TRUE',
    })
    expect(await cells('a', 0.1 + 0.2, -5, 1e21, null)).toMatchObject({
      密码: '0.3',
      区号: '-5',
      手机号: '1000000000000000000000',
      备注: '',
    })
  })

  it('hold numbers in the format of their cells, but long ones never in scientific notation', async () => {
    const styled = (formats: string[], values: (number | Date)[]) =>
      writeXlsx({
        sheets: [
          {
            name: 'a',
            rows: [headings, values],
            cells: new Map(values.map((value, i) => [`1,${i}`, { value, style: { numFmt: formats[i]! } }])),
          },
        ],
      })
    const bytes = await styled(
      ['000000', '0.00E+00', '@', '0', 'yyyy-mm-dd'],
      [123, 13800138000, 13900139000, 13700137000, new Date(Date.UTC(2026, 1, 3))],
    )
    expect((await read(bytes))[0]!.cells).toEqual({
      用户名: '000123',
      密码: '13800138000',
      区号: '13900139000',
      手机号: '13700137000',
      备注: '2026-02-03',
    })
  })

  /** Returns the last cell of each row of a workbook whose cells have these formats, each known by its number alone. */
  const formatted = async (value: string, ids: readonly number[], own = '') => {
    const bytes = await altered((text) => ({
      [STYLES]: `<styleSheet>${own}<cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
      [SHEET]: text(SHEET).replace(
        /<sheetData>.*<\/sheetData>/s,
        `<sheetData>${headRow}${ids.map((_, i) => `<row r="${i + 2}"><c r="E${i + 2}" s="${i}"><v>${value}</v></c></row>`).join('')}</sheetData>`,
      ),
    }))
    return (await read(bytes)).map((row) => row.cells.备注)
  }

  it('hold dates and times as Excel shows them in Chinese, with the year in front, where a format has only a number', async () => {
    const shown: [string, number[]][] = [
      ['2026/11/29', [14]],
      ['2026/11/29 9:30', [22]],
      ['2026年11月', [27, 36, 50, 52, 57]],
      ['11月29日', [28, 29, 51, 53, 54, 58]],
      ['2026-11-29', [30]],
      ['2026年11月29日', [31]],
      ['9:30', [32, 34, 55]],
      ['9:30:00', [33, 35, 56]],
    ]
    const ids = shown.flatMap(([, numbers]) => numbers)
    expect(ids.toSorted((a, b) => a - b)).toEqual([14, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])
    // 2026-11-29 09:30 as a spreadsheet counts days.
    expect(await formatted('46355.395833333336', ids)).toEqual(shown.flatMap(([text, numbers]) => numbers.map(() => text)))
  })

  it('hold a date in the format that the workbook gives a number itself', async () => {
    expect(await formatted('46355', [31], '<numFmts><numFmt numFmtId="31" formatCode="yyyy"/></numFmts>')).toEqual(['2026'])
  })

  it('hold a date without any format as year, month and day', async () => {
    const dated = await withSheet(`<sheetData>${headRow}<row r="2"><c r="E2" t="d"><v>2026-11-29</v></c></row></sheetData>`)
    expect((await read(dated))[0]!.cells.备注).toBe('2026-11-29')
  })

  it('lose what is invisible at the ends of a cell, and a row of nothing else is empty', async () => {
    const bytes = await aWorkbook([
      headings.map((heading) => `${heading}\u200b`),
      ['\ufeffzhang.san\u200b', 'abc12345', '', '\u202d13800138000\u202c', '上\u200b海'],
      ['\u200b', '', '\u00a0\u2060'],
    ])
    expect(await read(bytes)).toEqual([
      { row: 2, cells: { 用户名: 'zhang.san', 密码: 'abc12345', 区号: '', 手机号: '13800138000', 备注: '上\u200b海' }, formulas: [] },
    ])
  })

  it('hold as long a text as their form permits', async () => {
    const long = '10.1.0.0/16、'.repeat(100)
    const [row] = await readerInThread.read(1, await aList(['a', '', '', '', long]), { ...form, max_text: 5000 })
    expect(row!.cells.备注).toBe(long)
  })

  it('name the cells that hold a formula, whatever its result', async () => {
    const with_formula = await withSheet(
      `<sheetData>${headRow}<row r="2">${cell('A2', 'zhang')}<c r="B2"><f>1+1</f><v>123456</v></c><c r="D2" t="str"><f>HYPERLINK("http://evil")</f><v>x</v></c></row></sheetData>`,
    )
    expect((await read(with_formula))[0]).toMatchObject({ row: 2, formulas: ['密码', '手机号'] })
  })

  it('keep the row numbers that a spreadsheet shows, also after empty rows', async () => {
    const rows = await read(await aList(aRow('one'), [], ['  ', null, '', null, ''], aRow('four')))
    expect(rows.map(({ row }) => row)).toEqual([2, 5])
  })

  it('are at most 1,000, and the refusal says how many there are', async () => {
    const some = (count: number) => aList(...Array.from({ length: count }, (_, i) => aRow(`user${i}`)))
    expect(await read(await some(1000))).toHaveLength(1000)
    await expect(read(await some(1001))).rejects.toMatchObject({ reason: 'sheetTooManyRows', params: { max: 1000, rows: 1001 } })
  })

  it('leave out an unchanged example, and include one that was edited', async () => {
    const example = aRow('zhangsan', '13800138000', 'an example')
    const reading = async (...rows: string[][]) =>
      (await readerInThread.read(1, await aList(...rows), { ...form, example })).map(({ row }) => row)
    expect(await reading(example, aRow('lisi'))).toEqual([3])
    expect(await reading(example.with(4, 'mine'))).toEqual([2])
  })

  it('come from the first sheet that is not hidden', async () => {
    const sheet = (name: string, username: string, hidden: boolean) => ({
      name,
      rows: [headings, aRow(username)],
      ...(hidden && { hidden }),
    })
    const book = await writeXlsx({ sheets: [sheet('a', 'hidden', true), sheet('b', 'first', false), sheet('c', 'second', false)] })
    expect((await read(book)).map((row) => row.cells.用户名)).toEqual(['first'])
  })

  it('hold no zero character and no half of a character', async () => {
    const escaped = await withSheet(`<sheetData>${headRow}<row r="2">${cell('A2', 'a_x0000_b')}${cell('E2', '_xD800_x')}</row></sheetData>`)
    const [row] = await read(escaped)
    expect([row!.cells.用户名, row!.cells.备注!.isWellFormed()]).toEqual(['a\ufffdb', true])
  })
})

describe('many files at once', () => {
  it('of one account wait for each other, while another account is served', async () => {
    const begun: string[] = []
    const ends: Record<string, (() => void)[]> = { slow: [], quick: [] }
    const turns = createSheetReader({
      apart: ({ bytes }) => {
        const name = Buffer.from(bytes).toString()
        begun.push(name)
        return new Promise((done) => void ends[name]!.push(() => done({ rows: [] })))
      },
    })
    const slow = Array.from({ length: 5 }, () => turns.read(1, Buffer.from('slow'), form))
    const quick = turns.read(2, Buffer.from('quick'), form)
    await eventually(() => expect(begun).toEqual(['slow', 'quick']))
    ends.quick![0]!()
    await quick
    for (const [i, file] of slow.entries()) {
      await eventually(() => expect(ends.slow).toHaveLength(i + 1))
      ends.slow![i]!()
      await file
    }
    expect(begun).toEqual(['slow', 'quick', 'slow', 'slow', 'slow', 'slow'])
  })
})

describe('the sheet reader, before it parses a small file that would keep the parser busy,', () => {
  const STRINGS = 'xl/sharedStrings.xml'
  it.each<[string, () => Promise<Buffer>]>([
    [
      'widths that name every column again and again',
      () =>
        altered((text) => ({
          [SHEET]: text(SHEET).replace('<sheetData>', `<cols>${'<col min="1" max="16384" width="9"/>'.repeat(50_000)}</cols><sheetData>`),
        })),
    ],
    [
      'shared texts of many pieces',
      () => altered(() => ({ [STRINGS]: `<sst>${'<si><r><rPr><b/></rPr><t>a</t></r></si>'.repeat(400_000)}</sst>` })),
    ],
    ['fonts without end', () => altered(() => ({ [STYLES]: `<styleSheet><fonts>${'<font/>'.repeat(2_000_000)}</fonts></styleSheet>` }))],
    [
      'a formula that every row shares',
      () =>
        withSheet(
          `<sheetData>${headRow}${Array.from({ length: 300_000 }, (_, i) => `<row r="${i + 2}"><c r="A${i + 2}"><f t="shared" si="0"/></c></row>`).join('')}</sheetData>`,
        ),
    ],
  ])('refuses %s', async (_, bytes) => {
    expect(await refusal(await bytes())).toBe('sheetTooLarge')
  })
})
