import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { describe, expect, it } from 'vitest'
import { dialCodes } from '../packages/contract/src/dial-codes.ts'
import { regions } from '../packages/contract/src/regions.ts'
import { DIAL_CODES_FILE, dialCodesFile, REGIONS_FILE, regionsFile } from './regions.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Returns a text as the formatter writes it, so that a formatted file still equals the script's output. */
function formatted(text: string): string {
  const biome = path.join(root, 'node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, ['format', '--stdin-file-path=regions.ts'], { cwd: root, input: text, encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout
}

it.each([
  [REGIONS_FILE, regionsFile],
  [DIAL_CODES_FILE, dialCodesFile],
])('%s is what the script writes', (file, written) => {
  expect(readFileSync(file, 'utf8')).toBe(formatted(written()))
})

describe('the list of regions', () => {
  it('contains the 245 of the telephone network, each once, with its dial code', () => {
    expect(regions).toHaveLength(245)
    expect(new Set(regions.map(({ value }) => value))).toEqual(new Set<string>(getCountries()))
    for (const { value, dialCode } of regions) expect(dialCode).toBe(getCountryCallingCode(value as 'CN'))
    expect(new Set(regions.map(({ dialCode }) => dialCode))).toEqual(new Set(dialCodes))
  })

  it('has a Chinese name, an English name and pinyin for each, and is sorted by pinyin', () => {
    for (const { value, CNName, name, pinyin } of regions) {
      expect(CNName, value).toMatch(/^[\p{Script=Han}·（）-]+$/u)
      expect(name, value).toMatch(/^\p{Lu}[\p{L}\p{M} .,&’'()-]+$/u)
      expect(pinyin, value).toMatch(/^[a-zü]+( [a-zü·（）-]+)*$/)
    }
    expect(new Set(regions.map(({ CNName }) => CNName)).size).toBe(245)
    const order = regions.map(({ pinyin }) => pinyin)
    expect(order.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))).toEqual(order)
  })

  it('names China, Hong Kong, Macao and Taiwan as a console in Chinese must', () => {
    const named = Object.fromEntries(regions.map(({ value, CNName, dialCode }) => [value, `${CNName} +${dialCode}`]))
    expect(named).toMatchObject({ CN: '中国 +86', HK: '中国香港 +852', MO: '中国澳门 +853', TW: '中国台湾 +886' })
  })
})
