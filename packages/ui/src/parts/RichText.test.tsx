// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { language } from '../i18n/use-text.ts'
import { openPage, stubBrowser } from '../testing.tsx'
import { headingsOf, RichText } from './RichText.tsx'
import { user } from '../testing/user.ts'

const complaint = vi.spyOn(console, 'error')
beforeEach(() => {
  language.set('zh-CN')
  // React reports invalid nesting.
  complaint.mockReset().mockImplementation((...said) => {
    throw new Error(said.map(String).join(' '))
  })
  stubBrowser(() => ({}))
})

async function show(html: string): Promise<HTMLElement> {
  const { container } = openPage(<RichText html={`<p>开始</p>${html}`} />, '/account/announcements/detail?id=7')
  await screen.findByText('开始')
  return container.querySelector<HTMLElement>('.weft-rich')!
}

it.each([
  ['<script>window.ran = 1</script>'],
  ['<img src="/a.png" onerror="window.ran = 1">'],
  ['<img src="x:y" onload="window.ran = 1">'],
  ['<a href="javascript:alert(1)">甲</a>'],
  ['<a href=" java\nscript:alert(1)">甲</a>'],
  ['<a href="data:text/html,<script>alert(1)</script>">甲</a>'],
  ['<img src="data:text/html,<script>alert(1)</script>">'],
  ['<img src="data:image/svg+xml,<svg onload=alert(1)>">'],
  ['<svg><a xlink:href="javascript:alert(1)"><text>甲</text></a></svg>'],
  ['<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>'],
  ['<style>body { display: none }</style><p style="position:fixed">乙</p>'],
  ['<iframe src="/"></iframe><object data="/"></object><embed src="/">'],
  ['<form action="/x"><input name="a"><button formaction="javascript:alert(1)">丙</button></form>'],
  ['<p id="root" class="ant-modal" data-x="1" onclick="alert(1)" name="location">丁</p>'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>'],
  ['<base href="https://evil.example/"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="/x">'],
])('%s cannot run code, cover the page or lead away from it', async (html) => {
  const shown = await show(html)
  expect(shown.querySelectorAll('script, style, svg, math, iframe, object, embed, form, input, base, meta, link')).toHaveLength(0)
  for (const element of shown.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^(on|style$|data-(?!discover$)|srcdoc|formaction|name$)/)
      expect(value).not.toMatch(/javascript:|text\/html|svg/i)
    }
    expect(element.id).not.toBe('root')
    expect(element.className).not.toContain('ant-')
  }
  expect(window).not.toHaveProperty('ran')
})

it('the text shows headings, lists, tables, quotes and code', async () => {
  const shown = await show(`
    <h1>升级说明</h1><ul> <li>一</li> <li><b>二</b></li> </ul><ol start="3"><li>三</li></ol>
    <table> <thead> <tr> <th scope="col">项</th> <td colspan="2" align="right">值</td> </tr> </thead> </table>
    <blockquote><p>引文</p></blockquote><pre><code>ip route</code></pre><p>第一行<br>第二行</p><hr>`)
  expect(within(shown).getByRole('heading', { level: 2, name: '升级说明' })).toBeTruthy()
  expect(shown.querySelector('strong')?.textContent).toBe('二')
  expect(shown.querySelector('ol')?.start).toBe(3)
  expect(within(shown).getByRole('columnheader', { name: '项' })).toBeTruthy()
  expect(shown.querySelector('td')?.colSpan).toBe(2)
  expect(shown.querySelector('td')?.style.textAlign).toBe('right')
  expect(shown.querySelector('pre code')?.textContent).toBe('ip route')
  expect(shown.querySelectorAll('br, hr, blockquote p')).toHaveLength(3)
})

it('each heading gets a unique id, which headingsOf lists, and a level from 2 on that skips none', async () => {
  const html = '<h2>安装 (Linux)</h2><h5>第一步</h5><h3></h3><h2>Main</h2><h2>main</h2>'
  expect(headingsOf(html)).toEqual([
    { id: 'section-安装-linux', level: 2, text: '安装 (Linux)' },
    { id: 'section-第一步', level: 3, text: '第一步' },
    { id: 'section-main', level: 2, text: 'Main' },
    { id: 'section-main-1', level: 2, text: 'main' },
  ])
  const shown = await show(html)
  const drawn = within(shown)
    .getAllByRole('heading')
    .map((heading) => heading.id)
  expect(drawn).toEqual(headingsOf(html).map(({ id }) => id))
})

it('a link to a page of the app opens without a reload, and a link to a heading leads to its id', async () => {
  const { address } = openPage(<RichText html='<a href="/network/lists?page=2">组网</a><a href="#安装">安装</a>' />, '/detail?id=7')
  expect((await screen.findByRole('link', { name: '安装' })).getAttribute('href')).toBe('#section-安装')
  await user.click(screen.getByRole('link', { name: '组网' }))
  await waitFor(() => expect(address()).toBe('/network/lists?page=2'))
})

it.each([
  ['https://example.com/x'],
  ['/files/guide.pdf'],
  ['/api/v1/client/download'],
  ['/download/files/1b2c/guide'],
  ['mailto:help@example.com'],
])('the link %s opens in a new tab that has no access to this one', async (href) => {
  const shown = await show(`<a href="${href}" target="_self" rel="opener">看</a>`)
  const link = within(shown).getByRole('link', { name: /^看\s?（新窗口打开）$/ })
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
})

it('each picture has a name, opens large by keyboard and returns the focus', async () => {
  // jsdom plays no animations, so none would end.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion'),
    addEventListener() {},
    removeEventListener() {},
  }))
  await show('<p><img src="/a.png" alt="拓扑图"></p><p><img src="/b.png"></p>')
  const second = screen.getByRole('button', { name: '查看大图：图片 2' })
  expect(screen.getByAltText('拓扑图').getAttribute('src')).toBe('/a.png')
  second.focus()
  await user.keyboard('{Enter}')
  const preview = await screen.findByRole('dialog')
  await waitFor(() => expect(within(preview).getByAltText('图片 2').getAttribute('src')).toBe('/b.png'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(second)
})

it('a picture from another server is not loaded but linked', async () => {
  const shown = await show('<img src="https://spy.example/pixel.gif" alt="图"><a href="/network/lists"><img src="/a.png" alt="组网"></a>')
  expect([...shown.querySelectorAll('img')].map((img) => img.getAttribute('src'))).toEqual(['/a.png'])
  expect(within(shown).getByRole('link', { name: /^图/ }).getAttribute('href')).toBe('https://spy.example/pixel.gif')
  expect(within(shown).queryByRole('button')).toBeNull()
})
