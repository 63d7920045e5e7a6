import { languages } from '@weft/contract'
import { describe, expect, it } from 'vitest'
import { type Letter, render } from './render.ts'

const sender = { product: '经纬组网控制台', company: '经纬网络', phone: '400-800-1234' }
const url = 'https://console.weft.example/contacts/validate?s=abc&t=1'
const letters: Letter[] = [
  { template: 'code', code: '402918' },
  { template: 'changed', what: 'password', username: 'liwei2026' },
  { template: 'changed', what: 'phone', username: 'liwei2026' },
  { template: 'changed', what: 'email', username: 'liwei2026' },
  { template: 'validate_contact', url },
  {
    template: 'alert',
    title: '成员 总部 已离线',
    account_number: '10000001',
    content: {
      lines: [{ event: 'router_offline', good: false, time: 1_767_000_000, text: '成员 总部 已离线', router_name: 'HQ' }],
      more: 3,
    },
    url,
  },
  { template: 'ticket_answered', ticket_number: '20261122000001', ticket_title: '门店打印机', url },
]
const all = languages.flatMap((language) => letters.map((letter) => [letter.template, language, letter] as const))
const HAN = /\p{Script=Han}/u
const visible = (html: string) => html.replace(/<style>[^]*?<\/style>|<[^>]+>/g, ' ')

describe('a letter', () => {
  it.each(all)('has all values in text and HTML and no other language: %s in %s', (_, language, letter) => {
    const { subject, text, html } = render(letter, { ...sender, product: 'Weft', company: 'Weft Ltd' }, language)
    const values = letter.template === 'code' ? [letter.code] : letter.template === 'changed' ? [letter.username] : []
    for (const value of values) expect([text.includes(value), visible(html).includes(value)]).toEqual([true, true])
    const named = letter.template === 'alert' ? letter.title : letter.template === 'ticket_answered' ? letter.ticket_title : ''
    const words = `${subject} ${text} ${visible(html)}`.replaceAll(named, '')
    expect(HAN.test(words)).toBe(language === 'zh-CN')
  })

  it.each(all)('fetches nothing, and holds no script and no link except its own: %s in %s', (_, language, letter) => {
    const { html } = render(letter, sender, language)
    expect(html).not.toMatch(/<(img|script|link|iframe|form|object)|url\(|@import|\son\w+=/i)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(new Set(links)).toEqual(new Set('url' in letter ? [url.replace('&', '&amp;')] : []))
  })

  it('names the support phone only where there is one', () => {
    const changed = letters[1]!
    expect(render(changed, sender, 'zh-CN').text).toContain('400-800-1234')
    expect(render(changed, { ...sender, phone: '' }, 'en').text).toContain('contact support.')
  })
})

describe('text that a person typed', () => {
  const evil = '"><img src=x onerror=alert(1)>\r\nBcc: victim@weft.example\u2028\u202ehttps://evil.example/a'

  it.each(languages)('becomes one line without a link, in %s', (language) => {
    for (const letter of [
      { template: 'changed', what: 'phone', username: evil },
      { template: 'ticket_answered', ticket_number: '20261122000001', ticket_title: evil, url },
      { template: 'alert', title: evil, account_number: '10000001', content: { lines: [], more: 0 }, url },
    ] satisfies Letter[]) {
      const { subject, text, html, sms } = render(letter, sender, language)
      expect(subject).not.toMatch(/[\r\n]/)
      expect(html).not.toContain('<img')
      expect(html).toContain('&lt;img')
      for (const form of [text, html]) {
        expect(form).not.toMatch(/https:\/\/evil|evil\.example|victim@weft|\u202e/)
        expect(form).not.toMatch(/^Bcc/m)
      }
      for (const [, value] of sms?.parameters ?? []) expect(value).not.toMatch(/[\r\n\u2028]/)
    }
  })

  it('is escaped also when it comes from the operator’s settings', () => {
    const { html } = render(letters[0]!, { product: '<b>P</b>', company: '"C" & <i>', phone: '' }, 'zh-CN')
    expect(html).not.toMatch(/<b>|<i>/)
    expect(html).toContain('&lt;b&gt;P&lt;/b&gt;')
  })
})

describe('a text message', () => {
  it.each(languages)('has the values of its template in their order, in %s', (language) => {
    const [code, changed, , , contact] = letters.map((letter) => render(letter, sender, language).sms)
    expect(code?.parameters).toEqual([
      ['code', '402918'],
      ['minutes', '10'],
    ])
    expect(changed?.parameters.map(([name]) => name)).toEqual(['what', 'username'])
    expect(changed?.parameters[0]?.[1]).toBe(language === 'en' ? 'password' : '登录密码')
    expect(contact).toBeUndefined()
  })
})
