import { describe, expect, it } from 'vitest'
import { deviceName } from './device-name.rules.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the name of a device', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'Chrome 141 · Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge 141 · Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/122.0.0.0`, 'Opera 122 · macOS'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
      'Safari 18 · macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'Safari 18 · iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60',
      'WeChat 8 · iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143 · Linux'],
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome 141 · Android'],
    [`Mozilla/5.0 (Phone; OpenHarmony 5.0) ${WEBKIT} Chrome/114.0.0.0 Safari/537.36 HuaweiBrowser/5.0.4`, 'Huawei Browser 5 · HarmonyOS'],
    ['curl/8.14.1', 'curl 8'],
  ])('is read from %s', (user_agent, name) => {
    expect(deviceName(user_agent, 'zh-CN')).toBe(name)
  })

  it('is unknown for an unknown client, in the caller’s language', () => {
    expect(deviceName('', 'zh-CN')).toBe('未知设备')
    expect(deviceName('a program of somebody', 'en')).toBe('Unknown device')
  })

  it('contains nothing that a client made up', () => {
    expect(deviceName('<img src=x onerror=alert(1)> Windows Chrome/99999999999', 'en')).toBe('Chrome 9999 · Windows')
  })
})
