import { mkdtempSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { configurationPage, openInstallation, readSettings, SECRET_SETTINGS, SettingError, Settings } from '../src/kernel/settings.ts'

const production = { WEFT_ENV: 'production', WEFT_SECRET: 'x'.repeat(32) }
const onDatabase = { DATABASE_URL: 'postgres://db.example/weft' }

const texts = { WEFT_SMS_KEY_ID: 'id', WEFT_SMS_KEY_SECRET: 'secret', WEFT_SMS_SIGN: '经纬', WEFT_SMS_TEMPLATES: 'code=1,changed=2' }

describe('a wrong setting', () => {
  it.each<[Record<string, string>, string]>([
    [{ WEFT_ENV: 'staging' }, 'WEFT_ENV'],
    [{ DATABASE_URL: 'mysql://localhost' }, 'DATABASE_URL'],
    [{ WEFT_DATA_DIR: ' ' }, 'WEFT_DATA_DIR'],
    [{ WEFT_SECRET: 'short' }, 'WEFT_SECRET'],
    [{ WEFT_SECRET: `short,${'x'.repeat(32)}` }, 'WEFT_SECRET'],
    [{ WEFT_SECRET: `${'x'.repeat(32)},` }, 'WEFT_SECRET'],
    [{ WEFT_HOST: ' ' }, 'WEFT_HOST'],
    [{ WEFT_HTTP_PORT: '65536' }, 'WEFT_HTTP_PORT'],
    [{ WEFT_OPS_PORT: '-1' }, 'WEFT_OPS_PORT'],
    [{ WEFT_AGENT_PORT: '80.5' }, 'WEFT_AGENT_PORT'],
    [{ WEFT_METRICS_PORT: 'http' }, 'WEFT_METRICS_PORT'],
    [{ WEFT_DRAIN_SECONDS: '-1' }, 'WEFT_DRAIN_SECONDS'],
    [{ WEFT_DEMO: 'yes' }, 'WEFT_DEMO'],
    [{ WEFT_PUBLIC_URL: 'weft.example' }, 'WEFT_PUBLIC_URL'],
    [{ WEFT_PUBLIC_URL: 'javascript:alert(1)' }, 'WEFT_PUBLIC_URL'],
    [{ WEFT_LOGO_URL: 'https://elsewhere.example/logo.png' }, 'WEFT_LOGO_URL'],
    [{ WEFT_LOGO_URL: '//elsewhere.example/logo.png' }, 'WEFT_LOGO_URL'],
    [{ WEFT_PRODUCT: 'x'.repeat(201) }, 'WEFT_PRODUCT'],
    [{ WEFT_LOG_DAYS: '179' }, 'WEFT_LOG_DAYS'],
    [{ WEFT_CODES_PER_MINUTE: '0' }, 'WEFT_CODES_PER_MINUTE'],
    [{ WEFT_CALLS_FACTOR: '0' }, 'WEFT_CALLS_FACTOR'],
    [{ WEFT_HTPT_PORT: '8080' }, 'WEFT_HTPT_PORT'],
    [{ WEFT_SMTP_URL: 'mail.example', WEFT_MAIL_FROM: 'a@b.cn' }, 'WEFT_SMTP_URL'],
    [{ WEFT_SMTP_URL: 'smtp://weft:p@ss/word@mail.example', WEFT_MAIL_FROM: 'a@b.cn' }, 'WEFT_SMTP_URL'],
    [{ WEFT_SMTP_URL: 'smtp://mail.example' }, 'WEFT_MAIL_FROM'],
    [{ WEFT_SMTP_URL: 'smtp://mail.example', WEFT_MAIL_FROM: '经纬组网' }, 'WEFT_MAIL_FROM'],
    [{ WEFT_MAIL_FROM: '经纬组网 <noreply@weft.example>' }, 'WEFT_SMTP_URL'],
    [{ WEFT_SMS: 'pigeon' }, 'WEFT_SMS'],
    [{ WEFT_SMS_KEY_ID: 'id' }, 'WEFT_SMS'],
    [{ ...texts, WEFT_SMS: 'aliyun', WEFT_SMS_KEY_SECRET: '' }, 'WEFT_SMS_KEY_SECRET'],
    [{ ...texts, WEFT_SMS: 'aliyun', WEFT_SMS_TEMPLATES: 'code' }, 'WEFT_SMS_TEMPLATES'],
    [{ ...texts, WEFT_SMS: 'aliyun', WEFT_SMS_TEMPLATES: 'code=1' }, 'WEFT_SMS_TEMPLATES'],
    [{ ...texts, WEFT_SMS: 'aliyun', WEFT_SMS_TEMPLATES: 'code=1,changed=2,other=3' }, 'WEFT_SMS_TEMPLATES'],
    [{ ...texts, WEFT_SMS: 'tencent' }, 'WEFT_SMS_APP_ID'],
    [{ WEFT_ENV: 'production' }, 'WEFT_SECRET'],
    [{ ...production, WEFT_DEMO: '1' }, 'WEFT_DEMO'],
    [{ ...onDatabase, WEFT_ROLES: 'console' }, 'WEFT_ROLES'],
    [{ ...onDatabase, WEFT_ROLES: 'api,,jobs' }, 'WEFT_ROLES'],
    [{ ...onDatabase, WEFT_ROLES: ' ' }, 'WEFT_ROLES'],
    [{ WEFT_ROLES: 'api' }, 'DATABASE_URL'],
    [{ WEFT_READ_DATABASE_URL: 'postgres://db.example/weft' }, 'DATABASE_URL'],
    [{ ...onDatabase, WEFT_READ_DATABASE_URL: 'db.example' }, 'WEFT_READ_DATABASE_URL'],
    [{ WEFT_NATS_CA: '/etc/hosts' }, 'WEFT_NATS_URL'],
    [{ WEFT_NATS_URL: 'nats://nats-1:4222', WEFT_NATS_CA: '/etc/hosts' }, 'WEFT_NATS_URL'],
    [{ WEFT_NATS_URL: 'tls://nats-1:4222', WEFT_NATS_CA: '/etc/no-such.crt' }, 'WEFT_NATS_CA'],
    [{ ...onDatabase, WEFT_ROLES: 'gateway,jobs', WEFT_DEMO: '1' }, 'WEFT_DEMO'],
  ])('%j stops the start with one sentence that names it', (env, name) => {
    const reading = () => readSettings(env)
    expect(reading).toThrow(SettingError)
    expect(reading).toThrow(new RegExp(`^${name} [^\\n]+$`))
  })

  it('is not repeated in the message if it is a secret', () => {
    expect(() => readSettings({ WEFT_SECRET: 'short' })).toThrow(/^(?!.*short)/)
    expect(() => readSettings({ DATABASE_URL: 'mysql://u:hidden@h' })).toThrow(/^(?!.*hidden)/)
    expect(() => readSettings({ WEFT_SMTP_URL: 'http://u:hidden@h' })).toThrow(/^(?!.*hidden)/)
  })
})

describe('a secret in a file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'weft-secrets-'))
  afterAll(() => rm(dir, { recursive: true }))
  const fileWith = (text: string): string => {
    const file = join(dir, `of-${text.length}`)
    writeFileSync(file, text)
    return file
  }
  /** A valid value of each. */
  const values: Record<(typeof SECRET_SETTINGS)[number], string> = {
    DATABASE_URL: 'postgres://weft:hidden@db.example/weft',
    WEFT_DATABASE_OWNER_URL: 'postgres://owner:hidden@db.example/weft',
    WEFT_READ_DATABASE_URL: 'postgres://weft:hidden@standby.example/weft',
    WEFT_NATS_URL: 'tls://weft:hidden@nats-1:4222',
    WEFT_SECRET: 'hidden'.repeat(10),
    WEFT_SMTP_URL: 'smtps://weft:hidden@mail.example:465',
    WEFT_SMS_KEY_SECRET: 'hidden',
  }
  const needed = { ...texts, ...onDatabase, WEFT_SMS: 'aliyun', WEFT_MAIL_FROM: 'a@b.cn', WEFT_SMTP_URL: 'smtp://mail.example' }

  it.each(SECRET_SETTINGS)('is read where %s_FILE names it, without the end of its line', (name) => {
    const env = { ...needed, [name]: '', [`${name}_FILE`]: fileWith(`${values[name]}\n`) }
    expect(readSettings(env)[name]).toBe(values[name])
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['both are set', { WEFT_SECRET: values.WEFT_SECRET, WEFT_SECRET_FILE: '/dev/null' }, /^WEFT_SECRET and WEFT_SECRET_FILE are both set/],
    [
      'the file is missing',
      { DATABASE_URL_FILE: '/nowhere/url' },
      /^DATABASE_URL_FILE names \/nowhere\/url, which cannot be read: there is no such file$/,
    ],
    ['it is a folder', { WEFT_SECRET_FILE: '/tmp' }, /^WEFT_SECRET_FILE names \/tmp, which cannot be read: it is a folder$/],
    ['the file is empty', { WEFT_SECRET_FILE: fileWith('\n') }, /^WEFT_SECRET_FILE names .*, which is empty$/],
    ['its text is wrong', { WEFT_SECRET_FILE: fileWith('hidden') }, /^(?!.*hidden)WEFT_SECRET .*at least 32 characters/],
    ['the setting is no secret', { WEFT_HTTP_PORT_FILE: '/dev/null' }, /^WEFT_HTTP_PORT_FILE is not a setting/],
  ])('stops the start with one sentence if %s', (_why, env, sentence) => {
    expect(() => readSettings(env)).toThrow(SettingError)
    expect(() => readSettings(env)).toThrow(sentence)
  })
})

describe('the settings', () => {
  it('are all optional outside production, and an empty one counts as not set', () => {
    expect(readSettings({})).toMatchObject({
      WEFT_ENV: 'development',
      WEFT_DEMO: true,
      WEFT_HOST: '127.0.0.1',
      WEFT_PUBLIC_URL: 'http://localhost:8080',
    })
    expect(readSettings({ WEFT_HTTP_PORT: '', WEFT_SECRET: '' })).toEqual(readSettings({}))
  })

  it('enable no demonstration outside development unless asked for, and none in production', () => {
    expect(readSettings({ WEFT_ENV: 'test' }).WEFT_DEMO).toBe(false)
    expect(readSettings({ WEFT_ENV: 'test', WEFT_DEMO: '1' }).WEFT_DEMO).toBe(true)
    expect(readSettings(production).WEFT_DEMO).toBe(false)
  })

  it('drain for five seconds in production and not elsewhere, unless set', () => {
    expect(readSettings(production).WEFT_DRAIN_SECONDS).toBe(5)
    expect(readSettings({}).WEFT_DRAIN_SECONDS).toBe(0)
    expect(readSettings({ ...production, WEFT_DRAIN_SECONDS: '0' }).WEFT_DRAIN_SECONDS).toBe(0)
  })

  it('accept complete providers', () => {
    expect(() => readSettings({ ...texts, WEFT_SMS: 'aliyun' })).not.toThrow()
    expect(() => readSettings({ ...texts, WEFT_SMS: 'tencent', WEFT_SMS_APP_ID: '1400' })).not.toThrow()
    for (const from of ['noreply@weft.example', '经纬组网 <noreply@weft.example>'])
      expect(() => readSettings({ WEFT_SMTP_URL: 'smtps://u%40x:p%2Fw@mail.example:465', WEFT_MAIL_FROM: from })).not.toThrow()
  })

  it('give links one address without a slash at its end', () => {
    expect(readSettings({ WEFT_PUBLIC_URL: 'https://weft.example/' }).WEFT_PUBLIC_URL).toBe('https://weft.example')
    expect(readSettings({ WEFT_HTTP_PORT: '9000' }).WEFT_PUBLIC_URL).toBe('http://localhost:9000')
  })

  it('are each documented, and the page is the one generated from them', async () => {
    for (const [name, schema] of Object.entries(Settings.shape)) expect(schema.description, name).toBeTruthy()
    expect(await readFile(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')).toBe(configurationPage())
  })
})

describe('an installation that other machines reach', () => {
  const said = (env: Record<string, string>) => openInstallation(readSettings(env))
  it('gets a warning outside production that names what is open', () => {
    expect(said({ WEFT_HOST: '0.0.0.0' })).toMatch(/WEFT_HOST=0\.0\.0\.0.*WEFT_ENV is development.*demonstration.*WEFT_ENV=production/)
    expect(said({ WEFT_HOST: '::', WEFT_DEMO: '0', WEFT_DEV_OPEN: '1' })).toMatch(/\/dev shows all codes to everybody/)
    expect(said({ WEFT_HOST: '192.0.2.7', WEFT_DEMO: '0' })).not.toMatch(/demonstration|\/dev/)
  })
  it.each<Record<string, string>>([{}, { WEFT_HOST: 'localhost' }, { WEFT_HOST: '::1' }, { ...production, WEFT_HOST: '0.0.0.0' }])(
    'gets no warning with %j',
    (env: Record<string, string>) => {
      expect(said(env)).toBeUndefined()
    },
  )
})
