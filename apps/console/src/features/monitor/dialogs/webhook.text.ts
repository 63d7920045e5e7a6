import { says } from '@weft/contract'
import type { WebhookType } from '@weft/contract'

const types: Record<WebhookType, string> = { dingtalk: '钉钉', feishu: '飞书', wecom: '企业微信', other: '其他' }
const secretHelp: Record<WebhookType, string> = {
  dingtalk: '机器人安全设置中的“加签”，以 SEC 开头',
  feishu: '机器人安全设置中的“签名校验”',
  wecom: '',
  other: '用于校验请求来源',
}
const steps: Record<WebhookType, string[]> = {
  dingtalk: [
    '打开群设置 → 机器人 → 添加机器人，选择“自定义”',
    '安全设置选择“加签”，复制以 SEC 开头的密钥',
    '完成后复制 Webhook 地址，和密钥一起填到这里',
  ],
  feishu: ['打开群设置 → 群机器人 → 添加机器人，选择“自定义机器人”', '复制 Webhook 地址', '在安全设置中开启“签名校验”并复制密钥'],
  wecom: ['在群聊中添加群机器人并新建', '复制 Webhook 地址填到这里，不需要密钥'],
  other: [
    '准备一个可从公网访问的 https:// 地址，在 5 秒内以 2xx 应答',
    '设置密钥后，请求头 X-Weft-Signature 是对正文计算的 HMAC-SHA256 签名',
    '请求头 X-Weft-Delivery 在重试时不变，可用来去除重复',
  ],
}

export const zhCN = {
  title: '配置 Webhook',
  type: '类型',
  types,
  chooseType: '请选择类型',
  url: 'Webhook 地址',
  hostOf: (type: string, host: string) => `${type}的地址应以 https://${host}/ 开头`,
  secret: '加签密钥',
  secretHelp,
  secretMissing: '密钥不能为空',
  stored: '已保存的部分以 ****** 显示，不修改则保持不变',
  howTo: '如何获取？',
  steps,
  merged: '群机器人有频率限制，短时间大量告警会合并发送',
  save: '保存',
  saved: says.saved['zh-CN'],
  test: '测试',
  testTitle: '发送测试消息',
  testBody: '将发送一条测试消息到群',
  testBodyOther: '将发送一条测试消息到该地址',
  testVerb: '发送测试',
  sent: says.sent['zh-CN'],
  answered: (status: number, ms: number) => `对方已接收：HTTP ${status}，用时 ${ms} 毫秒`,
  timedOut: '系统响应超时，请稍后再试',
  delete: '删除',
  deleteTitle: '删除 Webhook',
  deleteBody: '删除后不再向它发送告警，「通知方式」中的 Webhook 会取消勾选',
  deleted: says.deleted['zh-CN'],
}

export const en: typeof zhCN = {
  title: 'Configure webhook',
  type: 'Type',
  types: { dingtalk: 'DingTalk', feishu: 'Feishu', wecom: 'WeCom', other: 'Other' },
  chooseType: 'Choose a type',
  url: 'Webhook address',
  hostOf: (type: string, host: string) => `The address of ${type} starts with https://${host}/`,
  secret: 'Secret',
  secretHelp: {
    dingtalk: 'The secret of the robot’s signature, which starts with SEC',
    feishu: 'The secret of the robot’s signature verification',
    wecom: '',
    other: 'Proves to the receiver where a call comes from',
  },
  secretMissing: 'Enter the secret',
  stored: '****** is the stored value; leave it to keep that value',
  howTo: 'How to get it',
  steps: {
    dingtalk: [
      'Add a custom robot in the settings of the group',
      'Choose the signature and copy its secret',
      'Copy the address of the robot',
    ],
    feishu: [
      'Add a custom robot in the settings of the group',
      'Copy its address',
      'Turn on the signature verification and copy its secret',
    ],
    wecom: ['Add a robot to the group', 'Copy its address; there is no secret'],
    other: [
      'Have a public https:// address that answers 2xx within 5 s',
      'With a secret, X-Weft-Signature holds the HMAC-SHA256 of the body',
      'X-Weft-Delivery stays the same over all tries',
    ],
  },
  merged: 'Robots of groups are limited: many alerts at once are sent as one',
  save: 'Save',
  saved: says.saved.en,
  test: 'Test',
  testTitle: 'Send a test message',
  testBody: 'A test message goes to the group',
  testBodyOther: 'A test message goes to the address',
  testVerb: 'Send',
  sent: says.sent.en,
  answered: (status: number, ms: number) => `Accepted: HTTP ${status} in ${ms} ms`,
  timedOut: 'There was no answer in time; try again later',
  delete: 'Delete',
  deleteTitle: 'Delete webhook',
  deleteBody: 'No alert goes there any more, and the channel is unticked',
  deleted: says.deleted.en,
}
