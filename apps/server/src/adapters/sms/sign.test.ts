import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { canonicalQuery, signAliyun } from './aliyun.ts'
import { signTencent } from './tencent.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

it('a call is signed as in the example of Alibaba Cloud’s “V3版本请求体&签名机制”', () => {
  const query = { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' }
  const { canonical, headers } = signAliyun(
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query,
      body: '',
      date: '2023-10-26T10:22:32Z',
      nonce: '3156853299f313e23d1673dc12e1703d',
    },
    { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
  )
  expect(sha256(canonical)).toBe('7ea06492da5221eba5297e897ce16e55f964061054b7695beedaac1145b1e259')
  expect(headers.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

it('a query is encoded by RFC 3986, in the order of its names', () => {
  expect(canonicalQuery({ b: '经 纬', a: "!*'()~-_." })).toBe('a=%21%2A%27%28%29~-_.&b=%E7%BB%8F%20%E7%BA%AC')
})

it('a call is signed as in the example of Tencent Cloud’s “签名方法 v3”', () => {
  const { canonical, authorization } = signTencent(
    {
      host: 'cvm.tencentcloudapi.com',
      service: 'cvm',
      action: 'DescribeInstances',
      body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      timestamp: 1_551_113_065,
    },
    { id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******', secret: 'Gu5t9xGARNpq86cd98joQYCN3*******' },
  )
  expect(sha256(canonical)).toBe('7019a55be8395899b900fb5564e4200d984910f34794a27cb3fb7d10ff6a1e84')
  expect(authorization).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=be4f67d323c78ab9acb7395e43c0dbcf822a9cfac32fea2449a7bc7726b770a3',
  )
})
