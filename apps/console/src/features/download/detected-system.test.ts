import { expect, it } from 'vitest'
import { detectedSystem } from './detected-system.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36'

it.each([
  ['Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 0, 'windows'],
  ['Windows with a touch screen', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/144.0.0.0`, 10, 'windows'],
  ['a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit}`, 0, 'macos'],
  ['an iPad that asks for desktop pages', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit}`, 5, 'ios'],
  ['an older iPad', `Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) ${webkit}`, 5, 'ios'],
  ['an iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) ${webkit}`, 5, 'ios'],
  ['WeChat on an iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.50`, 5, 'ios'],
  ['an Android phone', `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`, 5, 'android'],
  ['an Android tablet', `Mozilla/5.0 (Linux; Android 14; SM-X910) ${chrome}`, 10, 'android'],
  ['HarmonyOS with Android below', `Mozilla/5.0 (Linux; Android 12; HarmonyOS; ALN-AL00) ${chrome}`, 5, 'android'],
  ['HarmonyOS without it', `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${chrome} ArkWeb/4.1`, 5, undefined],
  ['Linux', `Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, 0, 'linux'],
  ['Firefox on Ubuntu', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, 'linux'],
  ['a Chromebook', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, 0, undefined],
  ['something that says nothing', '', 0, undefined],
] as const)('detectedSystem returns the right client system for %s', (_, userAgent, maxTouchPoints, system) => {
  expect(detectedSystem({ userAgent, maxTouchPoints })).toBe(system)
})
