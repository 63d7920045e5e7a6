import { CODE_SECONDS } from '@weft/contract'

const MINUTES = CODE_SECONDS / 60

/** The texts of an image code, of the proof of work that may replace it (`work…`), and of codes by text message or e-mail. */
export const zhCN = {
  imageCode: '图形验证码',
  imageCodeField: '验证码',
  workInstead: '看不清图片？改用计算验证',
  pictureInstead: '改用图形验证码',
  workLabel: '计算验证',
  workLater: '提交时由浏览器自动计算，约需 10 秒',
  working: (percent: number) => `浏览器正在计算，已完成 ${percent}%`,
  /** Announced by a screen reader after each quarter of the work. */
  workingQuarter: (percent: number) => (percent === 0 ? '浏览器正在计算，约需 10 秒' : `计算已完成 ${percent}%`),
  workDone: '计算验证已完成，无需输入图形验证码',
  imageAlt: '图形验证码图片',
  imageRenew: '看不清？换一张',
  imageFailed: '加载失败，点击重试',
  get: '获取验证码',
  /** The button of `get` while it waits. */
  again: (n: number) => `${n} 秒后重试`,
  sent: `验证码已发送，${MINUTES} 分钟内有效`,
  notDelivered: (reason: string) => `验证码未能送达：${reason}`,
  /** Shown if no code came. */
  late: '超过 5 分钟仍未收到验证码，请联系客服',
  areaCode: '国家或地区区号',
  noRegion: '没有符合条件的国家或地区',
}
export const en: typeof zhCN = {
  imageCode: 'Image code',
  imageCodeField: 'Code',
  workInstead: 'Cannot read the picture? Let the browser prove it',
  pictureInstead: 'Use the picture instead',
  workLabel: 'Computed verification',
  workLater: 'The browser computes when you submit, about 10 s',
  working: (percent) => `The browser is computing, ${percent}% done`,
  workingQuarter: (percent) => (percent === 0 ? 'The browser is computing, about 10 s' : `${percent}% computed`),
  workDone: 'Computed: no image code is needed',
  imageAlt: 'Image with the code',
  imageRenew: 'Not readable? Show another',
  imageFailed: 'Could not load, click to retry',
  get: 'Get a code',
  again: (n) => `Retry in ${n} s`,
  sent: `The code was sent and is good for ${MINUTES} minutes`,
  notDelivered: (reason) => `The code could not be delivered: ${reason}`,
  late: 'No code after 5 minutes? Please contact support',
  areaCode: 'Country or region code',
  noRegion: 'No such country or region',
}
