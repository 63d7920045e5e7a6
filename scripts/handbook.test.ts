import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { exists as isPage } from '../apps/console/src/app/pages.ts'
import { terms } from '../apps/console/src/shared/help/terms.ts'

const root = path.resolve(import.meta.dirname, '../handbook')
const articles = globSync('**/*.md', { cwd: root }).toSorted()
const groups = globSync('*/', { cwd: root }).toSorted()
const pictures = globSync('**/*.png', { cwd: root }).map((file) => file.split(path.sep).join('/'))
const read = (article: string) => readFileSync(path.join(root, article), 'utf8')
/** The largest picture: on a slow line every picture of an article loads within a few seconds. */
const MOST_BYTES = 120_000

/** Returns the targets of an article's links and pictures, each from the handbook's root, or as an address of the console. */
function leadsTo(article: string, markdown: string): string[] {
  const targets = [...markdown.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target]) => target!)
  return targets.map((target) => (/^(\/|[a-z]+:)/.test(target) ? target : path.posix.join(path.posix.dirname(article), target)))
}
const leads = (target: string) => (target.startsWith('/') ? isPage(target) : existsSync(path.join(root, target)))

it.each(articles)('%s has one title, and its headings skip no level', (article) => {
  const lines = read(article).split('\n')
  expect(lines[0]).toMatch(/^# \S/)
  const ranks = lines.flatMap((line) => /^(#+) /.exec(line)?.[1]?.length ?? [])
  expect(ranks.filter((rank) => rank === 1)).toHaveLength(1)
  for (const [at, rank] of ranks.entries()) expect(rank - (ranks[at - 1] ?? 0), lines.join('\n')).toBeLessThanOrEqual(1)
})

it.each(articles)('every link and picture of %s leads to something', (article) => {
  expect(leadsTo(article, read(article)).filter((target) => !leads(target))).toEqual([])
})

it('a link that leads nowhere is found', () => {
  const found = leadsTo('02-network/a.md', '[a](../01-account/gone.md) ![b](images/gone.png) [c](/gone) [d](../01-account/index.md#x)')
  expect(found.filter((target) => !leads(target))).toEqual(['01-account/gone.md', '02-network/images/gone.png', '/gone'])
})

it('each group has an index document and numbered articles', () => {
  expect(groups.length).toBeGreaterThan(4)
  for (const group of groups) {
    expect(existsSync(path.join(root, group, 'index.md')), group).toBe(true)
    const children = globSync('*.md', { cwd: path.join(root, group), exclude: ['index.md'] })
    expect(children.length, group).toBeGreaterThan(0)
    for (const child of [...children, group]) expect(child).toMatch(/^\d\d-[a-z-]+/)
  }
})

it('each picture is shown in an article, has an alternative text, and is small', () => {
  const shown = articles.flatMap((article) =>
    [...read(article).matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, alt, file]) => {
      expect(alt, article).toMatch(/\S/)
      return path.posix.join(path.posix.dirname(article), file!)
    }),
  )
  expect(new Set(shown)).toEqual(new Set(pictures))
  for (const picture of pictures) expect(statSync(path.join(root, picture)).size, picture).toBeLessThanOrEqual(MOST_BYTES)
})

const explained = Object.values(terms).map(({ word, article }) => [word['zh-CN'], article] as const)
it.each(explained)('the article that explains the term %s names it: %s', (word, article) => {
  expect(read(article).includes(word)).toBe(true)
})
