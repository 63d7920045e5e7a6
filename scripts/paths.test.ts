import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const rooms = ['apps', 'packages', 'bench', 'bin', 'deploy', 'docs', 'e2e', 'proof', 'scripts', '.ci']
const pages = globSync(['docs/**/*.md', '*.md'], { cwd: root })

/** The paths of this repository that a page names in backticks, and the files that its links lead to, each from the root. */
function namedPaths(page: string, markdown: string): string[] {
  const text = markdown.replace(/^```[\s\S]*?^```/gm, '')
  const inBackticks = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name!.replace(/:\d+$/, ''))
  const linked = [...text.matchAll(/\]\(([^)\s#]+)/g)].map(([, target]) => target!).filter((target) => !/^[a-z]+:|^\//.test(target))
  return [
    ...inBackticks.filter((name) => rooms.some((room) => name.startsWith(`${room}/`))),
    ...linked.map((target) => path.posix.join(path.posix.dirname(page), target)),
  ]
}

/** A `<placeholder>` or a star stands for any name, and must stand for at least one. */
const exists = (name: string) => globSync(name.replace(/<[^>]+>/g, '*'), { cwd: root }).length > 0

it.each(pages)('every path named in %s exists', (page) => {
  const gone = namedPaths(page, readFileSync(path.join(root, page), 'utf8')).filter((name) => !exists(name))
  expect(gone).toEqual([])
})

it('a path that is gone is seen, wherever it is named', () => {
  const markdown =
    'Read `scripts/gone.ts:12`, `apps/<app>/gone.json`, [this](../gone.md), [that](https://a.example/b) and `network/lists`.\n'
  const named = namedPaths('docs/a.md', `${markdown}\`scripts/paths.test.ts\` and \`packages/*/package.json\`\n`)
  expect(named.filter((name) => !exists(name))).toEqual(['scripts/gone.ts', 'apps/<app>/gone.json', 'gone.md'])
  expect(named).toHaveLength(5)
})
