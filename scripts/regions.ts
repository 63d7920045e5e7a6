/**
 * Writes packages/contract/src/regions.ts: the 245 regions of the telephone network with their dial codes, names and pinyin.
 * Also writes dial-codes.ts next to it, the codes alone, for wherever a number is checked; the names are for forms that list them.
 * Run after libphonenumber-js or Node's ICU has changed: node scripts/regions.ts
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { pinyin } from 'pinyin-pro'

export const REGIONS_FILE = path.resolve(import.meta.dirname, '../packages/contract/src/regions.ts')
export const DIAL_CODES_FILE = path.resolve(import.meta.dirname, '../packages/contract/src/dial-codes.ts')

const chinese = new Intl.DisplayNames(['zh-CN'], { type: 'region' })
const english = new Intl.DisplayNames(['en'], { type: 'region' })
/** Names that replace those of ICU. */
const plainNames: Record<string, string> = { HK: '中国香港', MO: '中国澳门', TW: '中国台湾' }

/** Returns the text of the file. */
export function regionsFile(): string {
  const rows = getCountries().map((region) => {
    const name = plainNames[region] ?? chinese.of(region)!
    return [region, getCountryCallingCode(region), name, english.of(region)!, pinyin(name, { toneType: 'none', type: 'array' }).join(' ')]
  })
  const byPinyin = rows.toSorted((a, b) => (a[4]! < b[4]! ? -1 : a[4]! > b[4]! ? 1 : 0))
  return `// Written by scripts/regions.ts.

/** Code of ISO 3166-1, dial code, Chinese name, English name, pinyin by syllable. */
type Row = readonly [value: string, dialCode: string, CNName: string, name: string, pinyin: string]

const rows: readonly Row[] = [
${byPinyin.map((row) => `  [${row.map((text) => `'${text.replaceAll("'", "\\'")}'`).join(', ')}],`).join('\n')}
]

/** A region of the telephone network (specification 1 §3, country option). */
export interface Region {
  value: string
  dialCode: string
  CNName: string
  name: string
  pinyin: string
}
export const regions: readonly Region[] = rows.map(([value, dialCode, CNName, name, pinyin]) => ({ value, dialCode, CNName, name, pinyin }))
`
}

/** Returns the text of the file with the dial codes alone. */
export function dialCodesFile(): string {
  const codes = [...new Set<string>(getCountries().map((region) => getCountryCallingCode(region)))].toSorted()
  const lines = codes.join(' ').match(/.{1,120}(?: |$)/g) ?? []
  return `// Written by scripts/regions.ts.

const codes = \`
${lines.map((line) => `  ${line.trim()}`).join('\n')}
\`

/** Every dial code, without \`+\`. */
export const dialCodes: ReadonlySet<string> = new Set(codes.trim().split(/\\s+/))
`
}

if (import.meta.main) {
  writeFileSync(REGIONS_FILE, regionsFile())
  writeFileSync(DIAL_CODES_FILE, dialCodesFile())
}
