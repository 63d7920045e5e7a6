import { type Channel, type Phone, phoneText } from '@weft/contract'

/** The values of the form. */
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

/** Returns the form's field for each wire name, where the form has one for each channel. */
export const fieldNames = (channel: Channel) => ({ verify: channel, send_value: channel, code: `${channel}_code` })
export const contactOf = (channel: Channel, { phone, email }: Pick<Typed, 'phone' | 'email'>) =>
  channel === 'phone' ? phoneText(phone) : email.trim()
