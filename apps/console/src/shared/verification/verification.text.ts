import { CODE_SECONDS } from '@weft/contract'

const MINUTES = CODE_SECONDS / 60

export const zhCN = {
  imageAlt: '图形验证码图片',
  imageRenew: '看不清？换一张',
  imageFailed: '加载失败，点击重试',
  get: '获取验证码',
  again: (n: number) => `${n} 秒后重试`,
  sent: `验证码已发送，${MINUTES} 分钟内有效`,
  notDelivered: (reason: string) => `验证码未能送达：${reason}`,
  late: '超过 5 分钟仍未收到验证码，请联系客服',
  lateAt: (phone: string) => `超过 5 分钟仍未收到验证码，请联系客服 ${phone}`,
  areaCode: '国家或地区区号',
  noRegion: '没有符合条件的国家或地区',
}
export const en: typeof zhCN = {
  imageAlt: 'Image with the code',
  imageRenew: 'Not readable? Show another',
  imageFailed: 'Could not load, click to retry',
  get: 'Get a code',
  again: (n) => `Retry in ${n} s`,
  sent: `The code was sent and is good for ${MINUTES} minutes`,
  notDelivered: (reason) => `The code could not be delivered: ${reason}`,
  late: 'No code after 5 minutes? Please contact support',
  lateAt: (phone) => `No code after 5 minutes? Please contact support at ${phone}`,
  areaCode: 'Country or region code',
  noRegion: 'No such country or region',
}
