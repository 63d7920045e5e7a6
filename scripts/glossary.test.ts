import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Returns the words that the glossary explains, row by row. */
const wordsIn = (glossary: string): string[] =>
  [...glossary.matchAll(/^\| (?!word |---)([^|]+?) \|/gm)].flatMap(([, words]) => words!.split(', '))

const twiceIn = (glossary: string): string[] => wordsIn(glossary).filter((word, at, all) => all.indexOf(word) !== at)

/** Words of code and documents that another one has replaced. `twin` alone remains a kind of links, in the database and in documents of members. */
const replaced: readonly (readonly [found: RegExp, now: string])[] = [
  [/twin[ -]link|twin[ -]center/i, 'center link'],
  [/\bTWIN_LINK\b|TwinLink/, 'center link'],
  [/\bhubs?Of\b|\bdownHubs\b|\bhubAddress\b/, 'center, or listener'],
]

const problemsIn = (name: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, at) => replaced.flatMap(([found, now]) => (found.test(line) ? [`${name}:${at + 1}: this is a ${now}`] : [])))

const glossary = readFileSync('docs/glossary.md', 'utf8')

it('the glossary explains each word once', () => {
  expect(wordsIn(glossary).length).toBeGreaterThan(70)
  expect(twiceIn(glossary)).toEqual([])
  expect(twiceIn(`${glossary}| link, center | | something else |\n`)).toEqual(['link', 'center'])
})

it('code and documents use the word of the glossary', () => {
  const files = execFileSync('git', ['ls-files', 'apps/server', 'apps/agent', 'packages', 'bench', 'docs'], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => /\.(ts|md)$/.test(name) && !name.startsWith('docs/decisions/') && !name.includes('/migrations/'))
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap((name) => problemsIn(name, readFileSync(name, 'utf8')))).toEqual([])
  expect(problemsIn('a.ts', '/** Settles the twin link. */\nconst downHubs = 1')).toEqual([
    'a.ts:1: this is a center link',
    'a.ts:2: this is a center, or listener',
  ])
})
