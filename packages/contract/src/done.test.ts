import { describe, expect, it } from 'vitest'
import { contract, type Endpoint, languages, opsContract, says, sentenceOf } from './index.ts'

const calls = [...Object.values(contract), ...Object.values(opsContract)].flatMap((group) => Object.values(group) as Endpoint[])
/** An answer and an input of each call whose sentence depends on them, with the sentence in Chinese. */
const samples: Record<string, [answer: unknown, input: object, sentence: string][]> = {
  'ldap/check': [
    [{ ok: 1 }, {}, '检测通过'],
    [{ ok: 0 }, {}, '检测完成'],
  ],
  'ldap/import': [[{ router_name: 'lisi@office1' }, {}, '已导入 lisi@office1']],
  'ldap/sync': [
    [{ imported: 3, refused: 0, queued: 0 }, { dry_run: 0 }, '同步成功，导入 3 个用户'],
    [{ imported: 3, refused: 2, queued: 0 }, { dry_run: 0 }, '同步成功，导入 3 个用户，2 个不能导入'],
    [{ imported: 0, refused: 0, queued: 1 }, { dry_run: 0 }, '用户较多，正在后台同步，可在 LDAP 目录的概览中查看进度'],
    [{ imported: 0, refused: 0, queued: 0 }, { dry_run: 1 }, '操作成功'],
  ],
  'ldap/remove': [[{ removed: 1 }, {}, '已删除 1 个成员']],
  'ldap/remove_all': [[{ removed: 3 }, {}, '已删除 3 个成员']],
  'ldap/remove_disable': [
    [{ removed: 2 }, { check: false }, '已删除 2 个成员'],
    [{ removed: 2 }, { check: true }, '操作成功'],
  ],
  'router/remove_disable': [
    [{ removed: 2 }, { check: false }, '已删除 2 个成员'],
    [{ removed: 2 }, { check: true }, '操作成功'],
  ],
  'router/batch': [
    [{ added: 4 }, { check: '0' }, '已添加 4 个成员'],
    [{ added: 0 }, { check: '1' }, '操作成功'],
  ],
  'router/batch_delete': [[[{ deleted: 1 }, { deleted: 0 }], {}, '已删除 1 个成员']],
  'router/batch_delete_file': [[[{ deleted: 1 }, { deleted: 1 }], {}, '已删除 2 个成员']],
  'router/note': [
    [{}, {}, '保存成功'],
    [{}, { check: 1 }, '操作成功'],
  ],
  'router/label': [[{}, {}, '保存成功']],
  'network/changes': [
    [{}, { dry_run: false }, '保存成功'],
    [{}, { dry_run: true }, '操作成功'],
  ],
  'network/add_branches': [[{}, { check: 0 }, '添加成功']],
  'network/ticket_cancel': [
    [{}, { check: false }, '取消成功'],
    [{}, { check: true }, '操作成功'],
  ],
  'message/delete_message': [[{ changed: 5 }, {}, '已删除 5 条消息']],
}

describe('a call that is done', () => {
  const named = (one: (typeof calls)[number]) => [`${one.door} ${one.method} ${one.path}`, one] as const
  it.each(calls.filter(({ method }) => method !== 'POST').map(named))('%s says nothing, for it changes nothing', (_, call) => {
    expect(languages.map((language) => sentenceOf(call, {}, {}, language))).toEqual(['', ''])
  })

  it.each(calls.filter(({ method }) => method === 'POST').map(named))('%s says so in both languages', (_, call) => {
    for (const [answer, input, sentence] of samples[call.path] ?? [[{}, {}, undefined] as const]) {
      const [chinese, english] = languages.map((language) => sentenceOf(call, answer, input, language))
      expect(chinese).toBe(sentence ?? chinese)
      expect(chinese).toMatch(/\p{Script=Han}/u)
      expect(english).toMatch(/^[A-Z\d][\p{ASCII}]+$/u)
      expect(`${chinese}${english}`).not.toMatch(/undefined|NaN|\.$/)
    }
  })

  it('has a sample here if its sentence depends on the answer', () => {
    const computed = calls.filter(({ done }) => typeof done === 'function').map(({ path }) => path)
    expect(computed.toSorted()).toEqual(Object.keys(samples).toSorted())
  })

  it('counts one as one in English', () => {
    expect([1, 2].map((removed) => says.membersDeleted({ removed }).en)).toEqual(['1 member deleted', '2 members deleted'])
  })
})
