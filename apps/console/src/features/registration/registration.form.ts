import { type Channel, type Phone, phoneText } from '@weft/contract'

/** What the form holds. */
export interface Typed {
  nickname: string
  username: string
  password: string
  newPassword: string
  phone: Phone
  email: string
  img_code?: string
  phone_code: string
  email_code: string
  terms?: boolean
}

/** What a field is called on the wire, for each channel, where the form has one for each. */
export const fieldNames = (channel: Channel) => ({ verify: channel, send_value: channel, code: `${channel}_code` })
export const contactOf = (channel: Channel, { phone, email }: Pick<Typed, 'phone' | 'email'>) =>
  channel === 'phone' ? phoneText(phone) : email.trim()
