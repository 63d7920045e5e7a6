import { expect, it } from 'vitest'
import { demandAddress, readAddress, type UrlSetting } from './address.ts'

it('an address with one host is passed to the driver as it is', () => {
  const url = 'postgres://u:p%3F@h/d?sslmode=disable'
  expect(readAddress(url)).toEqual({ hosts: [url], wanted: 'any', options: [] })
})

it('an address with several hosts is read into one address for each, with everything else that it holds', () => {
  expect(readAddress('postgres://u:p%2C@h1:5433,[::1],h2/d?sslmode=disable&target_session_attrs=primary&options=-c%20a%3Db')).toEqual({
    hosts: [
      'postgres://u:p%2C@h1:5433/d?sslmode=disable',
      'postgres://u:p%2C@[::1]/d?sslmode=disable',
      'postgres://u:p%2C@h2/d?sslmode=disable',
    ],
    wanted: 'primary',
    options: ['-c a=b'],
  })
  expect(readAddress('postgres://h1,h2/d').wanted).toBe('read-write')
})

it.each<[url: string, sentence: RegExp, setting?: UrlSetting]>([
  ['postgres://u:hidden@a,,b/d', /^DATABASE_URL names several hosts, and number 2 of them is empty$/],
  ['postgres://u:hidden@a,::1/d', /^DATABASE_URL names several hosts, and ::1 is none: it is like host:5432, or \[::1\]:5432/],
  ['postgres://u:hidden@a,b:70000/d', /^DATABASE_URL names several hosts, and the port of b:70000 is no number from 1 to 65535$/],
  ['postgres:///d?host=a,b', /^DATABASE_URL names several hosts or ports behind the question mark: write them in front/],
  ['postgres://u:a,hidden/hidden@a,b/d', /^DATABASE_URL cannot be read: it is like/],
  [
    'postgres://u:hidden@a,b/d?target_session_attrs=leader',
    /target_session_attrs that is not known: leader; it is one of any, read-write,/,
  ],
  [
    'postgres://u:hidden@a,b/d?target_session_attrs=standby',
    /^DATABASE_URL asks for a server that takes no writes .* only WEFT_READ_DATABASE_URL may$/,
  ],
  [
    'postgres://u:hidden@a,b/d?load_balance_hosts=random',
    /^WEFT_DATABASE_OWNER_URL has load_balance_hosts, which is not/,
    'WEFT_DATABASE_OWNER_URL',
  ],
  ['postgres://u:hidden@a,b/d?sslmode=strict', /^WEFT_READ_DATABASE_URL has an sslmode that is not known/, 'WEFT_READ_DATABASE_URL'],
])('%s is refused in one sentence without the password', (url, sentence, setting = 'DATABASE_URL') => {
  const reading = () => demandAddress(url, setting)
  expect(reading).toThrow(sentence)
  expect(reading).toThrow(/^(?!.*hidden)[^\n]+$/)
})
