import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const rooms = ['apps', 'packages', 'bench', 'bin', 'deploy', 'docs', 'e2e', 'pictures', 'proof', 'scripts', '.ci']
const pages = globSync(['docs/**/*.md', '*.md'], { cwd: root })
const sources = globSync([`{${rooms.join()}}/**/*.{ts,tsx,css,sql,sh}`, '*.ts', 'bin/*'], { cwd: root, exclude: isGenerated })

function isGenerated(name: string): boolean {
  return /(^|\/)(node_modules|dist|data)(\/|$)/.test(name)
}

const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

/** Returns the paths of this repository that a page names in backticks, and the files that its links lead to, each from the root. */
function namedPaths(page: string, markdown: string): string[] {
  const text = markdown.replace(/^```[\s\S]*?^```/gm, '')
  const inBackticks = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name!.replace(/:\d+$/, ''))
  const linked = [...text.matchAll(/\]\(([^)\s#]+)|^\[[^\]]+\]: (\S+)/gm)]
    .map(([, target, defined]) => (target ?? defined)!)
    .filter((target) => !/^[a-z]+:|^\//.test(target))
  return [
    ...inBackticks.filter((name) => rooms.some((room) => name.startsWith(`${room}/`))),
    ...linked.map((target) => path.posix.join(path.posix.dirname(page), target)),
  ]
}

/** Returns whether a path exists; a `<placeholder>` or a star matches any name, and must match at least one. */
const exists = (name: string) => globSync(name.replace(/<[^>]+>/g, '*'), { cwd: root }).length > 0

interface Citation {
  /** From the root. */
  document: string
  /** As `4`, `4.3` or `7.5.8`; undefined if the document is cited as a whole. */
  section: string | undefined
}

/**
 * Returns the documents that a text cites, with their sections: `docs/design/domain.md §2`, `[api.md §7](../design/api.md)`,
 * `design/api.md §2, §3`. Code must cite a document by its whole path, so that `security.md` is unambiguous.
 */
function citations(file: string, text: string): Citation[] {
  const cited = /\[([\w./-]+\.md) §([\d.]*\d)\]\(([^)\s#]+)\)|(docs\/[\w./-]+\.md)`?((?:,? §[\d.]*\d)*)/g
  return [...text.matchAll(cited)].flatMap(([, , linkedSection, target, document, sections]) => {
    if (target !== undefined) return [{ document: path.posix.join(path.posix.dirname(file), target), section: linkedSection }]
    const numbers = [...sections!.matchAll(/§([\d.]*\d)/g)].map(([, number]) => number)
    return (numbers.length > 0 ? numbers : [undefined]).map((section) => ({ document: document!, section }))
  })
}

/** Returns the design documents that a text cites by their name alone, which is ambiguous. */
function bareCitations(text: string): string[] {
  const names = new Set(globSync('docs/design/*.md', { cwd: root }).map((name) => path.basename(name)))
  const withoutLinks = text.replace(/\[[^\]]*\]\([^)]*\)|\]: \S+/g, '')
  return [...withoutLinks.matchAll(/(?<![\w./<>-])[\w-]+\.md\b/g)].map(([name]) => name).filter((name) => names.has(name))
}

/** Returns every section of a document: `2` and `4.3` for headings, and `4.3` also for the third item of a numbered list in section 4. */
function sectionsOf(markdown: string): Set<string> {
  const found = new Set<string>()
  let heading: string | undefined
  for (const line of markdown.split('\n')) {
    const title = /^#+ (?:(\d+(?:\.\d+)*)\b)?/.exec(line)
    const point = /^(\d+)\.? /.exec(line)
    if (title) heading = title[1]
    else if (point && heading !== undefined) found.add(`${heading}.${point[1]}`)
    if (heading !== undefined) found.add(heading)
  }
  return found
}

/** Returns the citations of a file that lead nowhere, each as `document` or `document §section`. */
function brokenCitations(file: string, text: string): string[] {
  const broken = citations(file, text).filter(
    ({ document, section }) => !exists(document) || (section !== undefined && !sectionsOf(read(document)).has(section)),
  )
  return [...broken.map(({ document, section }) => (section === undefined ? document : `${document} §${section}`)), ...bareCitations(text)]
}

it.each(pages)('every path named in %s exists', (page) => {
  const gone = namedPaths(page, read(page)).filter((name) => !exists(name))
  expect(gone).toEqual([])
})

it('every document cited in code or in another document exists, with the cited section', () => {
  const files = [...sources, ...pages].filter((file) => file !== 'scripts/paths.test.ts')
  const broken = files.flatMap((file) => brokenCitations(file, read(file)).map((citation) => `${file}: ${citation}`))
  expect(broken).toEqual([])
  expect(files.flatMap((file) => citations(file, read(file))).length).toBeGreaterThan(90)
})

it('a path that does not exist is found, wherever it is named', () => {
  const markdown =
    'Read `scripts/gone.ts:12`, `apps/<app>/gone.json`, [this](../gone.md), [that](https://a.example/b), [12] and `network/lists`.\n\n[12]: gone/12.md\n'
  const named = namedPaths('docs/a.md', `${markdown}\`scripts/paths.test.ts\` and \`packages/*/package.json\`\n`)
  expect(named.filter((name) => !exists(name))).toEqual(['scripts/gone.ts', 'apps/<app>/gone.json', 'gone.md', 'docs/gone/12.md'])
  expect(named).toHaveLength(6)
})

it('a broken citation is found: of a missing document, of a missing section, or by a bare name', () => {
  const source = `/** As docs/design/domain.md §2, §99 and docs/design/data-plane.md §4.3 have it (docs/design/data-plane.md §4.9, domain.md). */
// docs/design/gone.md, docs/design/screens.md §7.5.8, and RFC 9110 §7.8 of start/api.md.`
  expect(brokenCitations('apps/a.ts', source)).toEqual([
    'docs/design/domain.md §99',
    'docs/design/data-plane.md §4.9',
    'docs/design/gone.md',
    'domain.md',
  ])
  expect(brokenCitations('docs/decisions/1.md', 'By [api.md §7](../design/api.md), [api.md §77](../design/api.md).')).toEqual([
    'docs/design/api.md §77',
  ])
})
