// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText, sanitise } from './rich-text.ts'

const ALLOWED = new Set(
  'h2 h3 h4 p div br hr blockquote pre code ul ol li table caption thead tbody tfoot tr th td strong em u s a img'.split(' '),
)
const ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  th: ['colspan', 'rowspan', 'align'],
  td: ['colspan', 'rowspan', 'align'],
  ol: ['start'],
}

/** Returns the elements and attributes that are not allowed, after parsing the HTML as a browser parses a page. */
function harmIn(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('*')].flatMap((element) => {
    const name = element.localName
    const problems = ALLOWED.has(name) ? [] : [`<${name}>`]
    for (const { name: attribute, value } of element.attributes) {
      if (!ATTRIBUTES[name]?.includes(attribute)) problems.push(`${name}[${attribute}]`)
      if (attribute === 'href' && !/^(?:https?:\/\/|mailto:|\/(?!\/)|#)/.test(value)) problems.push(`href ${value}`)
      if (attribute === 'src' && !/^(?:\/download\/files\/[0-9a-f-]{36}\/|data:image\/(?:png|jpeg|gif|webp);base64,)/.test(value))
        problems.push(`src ${value}`)
    }
    return problems
  })
}

const PNG = 'data:image/png;base64,iVBORw0KGgo='
const FILE = '/download/files/0f8fad5b-d9cb-469f-a165-70867728950e/a.png'

describe('sanitising a text', () => {
  it.each([
    ['headings, lists and emphasis', '<h2>一</h2><ul><li><strong>二</strong> <em>三</em> <u>四</u> <s>五</s></li></ul>'],
    ['a table', '<table><thead><tr><th align="right">头</th></tr></thead><tbody><tr><td colspan="2">格</td></tr></tbody></table>'],
    ['code', '<pre><code>a &lt; b &amp;&amp; c</code></pre>'],
    ['a link into the console', '<a href="/handbook?id=3#section-x">文档</a>'],
    ['a link to a place of the text', '<a href="#section-x">节</a>'],
    ['a letter’s address', '<a href="mailto:a@example.com">信</a>'],
    ['a picture of our own', `<img src="${FILE}" alt="图" width="320" />`],
    ['a picture within', `<img src="${PNG}" alt="" />`],
  ])('keeps %s as it is', (_what, html) => expect(sanitise(html)).toBe(html))

  it('replaces tags of other editors by the allowed equivalent', () => {
    expect(sanitise('<h1>A</h1><h6>B</h6><b>C</b><i>D</i><del>E</del>')).toBe('<h2>A</h2><h4>B</h4><strong>C</strong><em>D</em><s>E</s>')
  })

  it('makes links to other sites open in a new window that has no access to ours', () => {
    expect(sanitise('<a href="https://example.com" target="_self" rel="opener">x</a>')).toBe(
      '<a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    )
  })

  it('gives every picture an alternative text, and drops pictures of other sites', () => {
    expect(sanitise(`<img src="${FILE}">`)).toBe(`<img src="${FILE}" alt="" />`)
    for (const src of [
      'https://evil.example/a.png',
      '//evil.example/a.png',
      '/api/v1/login/logout',
      `${FILE}?x=1`,
      `/x/..${FILE}`,
      'data:image/svg+xml;base64,PHN2Zz4=',
    ])
      expect(sanitise(`a<img src="${src}">b`)).toBe('ab')
  })
})

const VECTORS = readFileSync(join(import.meta.dirname, 'vectors.txt'), 'utf8')
  .split('\n')
  .filter(Boolean)

describe('sanitising a hostile text', () => {
  it.each(VECTORS)('leaves nothing harmful of %s', (vector) => {
    const clean = sanitise(vector)
    expect(harmIn(clean), clean).toEqual([])
    expect(harmIn(plainText(vector).replace(/&/g, '&amp;').replace(/</g, '&lt;'))).toEqual([])
  })

  it('changes nothing at the second time, and leaves nothing harmful after a browser writes it out', () => {
    for (const vector of VECTORS) {
      const clean = sanitise(vector)
      expect(sanitise(clean)).toBe(clean)
      const { body } = new DOMParser().parseFromString(clean, 'text/html')
      expect(harmIn(body.innerHTML), vector).toEqual([])
    }
  })

  it('leaves nothing harmful of a text made from any pieces of HTML', () => {
    const pieces = [
      '<',
      '>',
      '"',
      "'",
      '/',
      '=',
      ' ',
      '<a href=',
      '<img src=',
      'javascript:',
      'onerror=',
      '<svg>',
      '</svg>',
      '<math>',
      '<style>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<p>',
      '</p>',
      '<table>',
      '<td>',
      '<script>',
      '</script>',
      '&lt;',
      '&#x6a;',
      '&colon;',
      '\t',
      '\n',
      '\0',
      '<noscript>',
      '<template>',
      '<textarea>',
      '</title>',
      'x',
      '`',
      '<select>',
      '<option>',
      PNG,
      FILE,
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const clean = sanitise(parts.join(''))
        expect(harmIn(clean)).toEqual([])
        expect(sanitise(clean)).toBe(clean)
      }),
      { numRuns: 300 },
    )
  })

  it('flattens very deep nesting', () => {
    const clean = sanitise(`${'<blockquote>'.repeat(20_000)}末`)
    expect(clean.split('<blockquote>').length).toBeLessThan(50)
    expect(clean).toContain('末')
  })

  it('cleans a text of the greatest length that opens tags without end', () => {
    for (const piece of ['<', '<a ', '<a href="', '<!--', '&', '<img src=x ', '<table><td>'])
      expect(harmIn(sanitise(piece.repeat(200_000 / piece.length)).slice(0, 20_000))).toEqual([])
  })
})

describe('the plain text', () => {
  it.each([
    ['<h2>标题</h2><p>第一段</p><p>第二段<br>续</p>', '标题 第一段 第二段 续'],
    ['<table><tr><th>名</th><td>值</td></tr></table>', '名 值'],
    ['<p>1 &lt; 2 &amp;amp; "3"</p>', '1 < 2 &amp; "3"'],
    ['<script>steal()</script>安', '安'],
    ['', ''],
  ])('of %s is %s', (html, words) => expect(plainText(html)).toBe(words))
})
