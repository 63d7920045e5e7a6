import { describe, expect, it } from 'vitest'
import { clause } from './clause/clause.ts'
import { type Block, headingOf, type LegalText, numeral, partyOf } from './legal-text.ts'
import { privacy, PRIVACY_DATE } from './privacy/privacy.ts'

const site = { product: '云上组网', company: '云上科技有限公司', phone: '400-100-2000' }
const party = partyOf(site)
const nobody = partyOf({ ...site, product: '', company: '', phone: '' })

const wordsOf = (block: Block): string =>
  typeof block === 'string' ? block : 'list' in block ? block.list.join('') : [...block.table.head, ...block.table.rows.flat()].join('')
const allOf = ({ preamble, sections }: LegalText): string =>
  [...preamble, ...sections.flatMap(({ title, blocks }) => [title, ...blocks.map(wordsOf)])].join('\n').replaceAll('**', '')
const sectionOf = ({ sections }: LegalText, title: string): string => {
  const found = sections.find((section) => section.title.includes(title))
  if (!found) throw new Error(`no section ${title}`)
  return found.blocks.map(wordsOf).join('\n').replaceAll('**', '')
}

describe('the terms of service', () => {
  const text = clause(party)

  it.each([
    ['服务内容与升级', /购买之日起 3 年内.*免费.*升级/],
    ['费用与支付', /先付款后开通.*银行转账/],
    ['账户余额', /超过 180 天未认领的款项，认领后仅可用于消费/],
    ['账户余额', /连续 18 个月未使用的，本公司将予以冻结/],
    ['服务可用性', /连续中断超过 72 小时的，用户有权解除合同/],
    ['合同解除', /提前一个月书面通知/],
    ['争议解决', /仲裁/],
    ['网络信息安全承诺书', /承诺/],
  ])('says under %s what was agreed: %s', (section, fact) => {
    expect(sectionOf(text, section)).toMatch(fact)
  })
})

describe('the privacy policy', () => {
  const text = privacy(party)

  it('is dated 2021-03-23', () => expect(PRIVACY_DATE).toBe('2021-03-23'))

  it.each([
    ['您的权利', /我们将在 15 日内答复您的隐私请求/],
    ['未成年人', /未满 18 周岁.*须由监护人同意/],
    ['我们怎样保存和保护信息', /存储在中华人民共和国境内/],
    ['我们怎样保存和保护信息', /成员连接日志.*不少于 180 天/],
    ['我们怎样共享信息', /短信服务商.*邮件服务商/s],
    ['Cookie', /不使用任何第三方的统计、广告或者跟踪程序/],
    ['联系我们', /云上科技有限公司.*400-100-2000/s],
  ])('says under %s: %s', (section, fact) => {
    expect(sectionOf(text, section)).toMatch(fact)
  })

  it.each(['手机号', '邮箱', '登录记录', '成员连接日志', '操作日志', '本地存储'])('lists %s among what is collected', (what) => {
    expect(allOf(text)).toContain(what)
  })
})

describe.each([
  ['terms', clause],
  ['privacy policy', privacy],
])('the text of the %s', (_name, written) => {
  it('marks its emphasis in pairs, names each section once and repeats no paragraph', () => {
    const { preamble, sections } = written(party)
    const paragraphs = [...preamble, ...sections.flatMap(({ blocks }) => blocks.map(wordsOf))]
    for (const paragraph of paragraphs) expect(paragraph.split('**').length % 2, paragraph).toBe(1)
    expect(new Set(paragraphs).size).toBe(paragraphs.length)
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
    for (const { id } of sections) expect(id).toMatch(/^[a-z-]+$/)
  })

  it('speaks of the provider if the installation has not configured its names', () => {
    const text = allOf(written(nobody))
    expect(text).not.toMatch(/undefined|（）|客服电话/)
    expect(text).toContain('服务提供者（以下简称')
  })

  it('is longer than 2,000 characters', () => expect(allOf(written(party)).length).toBeGreaterThan(2000))
})

it('sections are numbered in Chinese, and an appendix keeps its name', () => {
  expect([1, 9, 10, 11, 19, 20, 21, 99].map(numeral)).toEqual(['一', '九', '十', '十一', '十九', '二十', '二十一', '九十九'])
  expect(headingOf({ id: 'a', title: '定义', blocks: [] }, 1)).toBe('二、定义')
  expect(headingOf({ id: 'a', title: '附件', blocks: [], appendix: true }, 1)).toBe('附件')
})
