import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Words that the product no longer uses, with the word that it uses (docs/decisions/076). */
const replaced: Record<string, string> = {
  重置重拨: '重新拨号',
  断开并重连: '强制下线',
  结束其他所有登录: '退出其他设备',
  消息中心: '我的消息',
  移除已停用: '删除已停用',
  从所有组网移除: '从所有组网移出',
  暂停自动刷新: '自动刷新',
  暂不支持升级: '暂时无法升级',
  暂不支持延期: '暂时无法延期',
  续费咨询: '续费',
  不能在控制台升级: '暂时无法升级',
  不能在控制台延期: '暂时无法延期',
  成员数量已达上限: '成员名额已满',
  保存并下发: '保存',
  部分离线: '部分正常',
  搜索或跳转: '搜索或执行操作',
  Mbps: 'Mbit/s',
  '默认（中心优先）': '默认（同时连接，中心优先）',
}

/** Everything that a reader sees: texts of the apps, words and sentences of the contract and the server, letters, the handbook. */
const read = [
  'apps/*.text.ts',
  'packages/*.text.ts',
  'packages/contract/src/*.ts',
  'apps/server/src/*.audit.ts',
  'apps/server/src/*.rules.ts',
  'handbook/*.md',
]
const files = execFileSync('git', ['ls-files', ...read], { encoding: 'utf8' })
  .split('\n')
  .filter((name) => name !== '' && !/\.(test|proof)\./.test(name))

it('no text uses a word that was replaced', () => {
  expect(files.length).toBeGreaterThan(200)
  const found = files.flatMap((name) =>
    readFileSync(name, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        Object.entries(replaced).flatMap(([word, now]) => (line.includes(word) ? [`${name}:${at + 1}: ${word} is now ${now}`] : [])),
      ),
  )
  expect(found).toEqual([])
})
