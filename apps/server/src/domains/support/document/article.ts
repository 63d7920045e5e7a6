import { posix } from 'node:path'
import { TITLE_MAX } from '@weft/contract'
import { Marked, type Token, type Tokens, type TokensList } from 'marked'
import { plainText } from '../../../adapters/rich-text/rich-text.ts'
import { ArticleError } from './article-error.ts'

/** A path within the folder that an article refers to, and the line of the reference. */
interface Reference {
  path: string
  line: number
}
export interface Article {
  /** Path of the article within the folder. */
  file: string
  title: string
  pictures: Reference[]
  links: Reference[]
  /** Returns the HTML, given the addresses of the pictures and of the articles that it links to. */
  html(addresses: { picture(path: string): string; document(path: string): string }): string
}

const marked = new Marked({ gfm: true })
/** Matches an address that is not of this folder: another site's, this site's, or a place in the text. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/|#)/i
const LONGEST = 200_000

/**
 * Reads one article: its first `# ` heading is the title, the rest is the text.
 * @param file path within the folder
 * @throws ArticleError
 */
export function readArticle(file: string, markdown: string): Article {
  const text = markdown.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const lineOf = (token: Token) => text.slice(0, Math.max(0, text.indexOf(token.raw))).split('\n').length
  const fail = (token: Token | undefined, what: string) => new ArticleError(file, token && lineOf(token), what)
  if (text.length > LONGEST) throw fail(undefined, `is longer than ${LONGEST} characters`)
  if (text.includes('\0')) throw fail(undefined, 'holds a character that is none')

  const tokens = marked.lexer(text)
  const heading = tokens.find((token): token is Tokens.Heading => token.type === 'heading' && (token as Tokens.Heading).depth === 1)
  if (!heading) throw fail(undefined, 'has no title: it needs a line that begins with "# "')
  const title = plainText(marked.parser([heading]))
  if (title === '' || [...title].length > TITLE_MAX) throw fail(heading, `a title has 1 to ${TITLE_MAX} characters`)
  tokens.splice(tokens.indexOf(heading), 1)

  const pathOf = (token: Tokens.Link | Tokens.Image): string => {
    const path = posix.join(posix.dirname(file), decoded(token.href.split('#')[0]!))
    if (path === '..' || path.startsWith('../')) throw fail(token, `${token.href} leads out of the folder`)
    return path.replace(/\/$/, '')
  }
  const pictures = new Map<Token, Reference>()
  const links = new Map<Token, Reference>()
  void marked.walkTokens(tokens, (token) => {
    if (token.type === 'html' && /<(?:img|a)\b/i.test(token.raw))
      throw fail(token, 'pictures and links are written as Markdown, not as HTML')
    if (token.type === 'image') {
      if (ELSEWHERE.test(token.href as string)) throw fail(token, `the picture ${token.href} is not a file of the folder`)
      pictures.set(token, { path: pathOf(token as Tokens.Image), line: lineOf(token) })
    }
    if (token.type === 'link' && !ELSEWHERE.test(token.href as string))
      links.set(token, { path: pathOf(token as Tokens.Link), line: lineOf(token) })
  })
  return {
    file,
    title,
    pictures: [...pictures.values()],
    links: [...links.values()],
    html(addresses) {
      const written = new Map<Token, string>()
      for (const [token, { path }] of pictures) written.set(token, addresses.picture(path))
      for (const [token, { path }] of links) written.set(token, addresses.document(path) + fragmentOf((token as Tokens.Link).href))
      return render(tokens, written)
    },
  }
}

const fragmentOf = (href: string): string => (href.includes('#') ? href.slice(href.indexOf('#')) : '')

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function render(tokens: TokensList, written: ReadonlyMap<Token, string>): string {
  const before = new Map([...written.keys()].map((token) => [token, (token as Tokens.Link).href] as const))
  for (const [token, href] of written) (token as Tokens.Link).href = href
  try {
    return marked.parser(tokens)
  } finally {
    for (const [token, href] of before) (token as Tokens.Link).href = href
  }
}
