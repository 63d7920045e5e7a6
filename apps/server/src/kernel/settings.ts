import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { hostname } from 'node:os'
import { z } from 'zod'
import { isLoopback } from './address.ts'

const PORT = 'must be a port number, 0 to 65535'
const port = (fallback: number) => z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT).default(fallback)
const flag = z.enum(['0', '1']).transform((text) => text === '1')
const text = z.string().trim().max(200)

/** Returns whether a text is an address, a network, or one of the names that proxy lists use for the private ranges. */
function isProxy(part: string): boolean {
  const [address = '', length] = part.split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(part)) return true
  const family = isIP(address)
  if (family === 0 || length === undefined) return family !== 0
  try {
    new BlockList().addSubnet(address, Number(length), family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}

/** Purposes of the templates of text messages; `_intl` outside the mainland. */
const SMS_TEMPLATE_KEYS = ['code', 'changed', 'code_intl', 'changed_intl'] as const
const SmsTemplates = text.regex(
  new RegExp(`^(${SMS_TEMPLATE_KEYS.join('|')})=[\\w-]+(,(${SMS_TEMPLATE_KEYS.join('|')})=[\\w-]+)*$`),
  `must be like code=1001,changed=1002, of ${SMS_TEMPLATE_KEYS.join(', ')}`,
)

/** Roles of a process: serve people (console and operator desk), hold the members' connections, or do queued and scheduled work. */
export const ROLES = ['api', 'gateway', 'jobs'] as const
export type Role = (typeof ROLES)[number]
const RoleList = z
  .string()
  .default(ROLES.join(','))
  .transform((list) => list.split(',').map((word) => word.trim()))
  .pipe(z.array(z.enum(ROLES, `must be one or more of ${ROLES.join(', ')}, separated by commas`)))
  .transform((named) => ROLES.filter((role) => named.includes(role)))

/** All settings. `docs/configuration.md` is generated from them, and a wrong value stops the start with one sentence. */
export const Settings = z.object({
  WEFT_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('development, test or production; the outbox and the demonstration exist outside production only'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .describe(
      'an existing PostgreSQL, 15 or newer; without it the embedded one is started. It may name several hosts, such as postgres://user:password@pg-1:5432,pg-2:5432/weft; each new connection then goes to one that takes writes, or to what target_session_attrs asks for, the one that served last first',
    ),
  WEFT_DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .describe(
      'the same database as its owner, for migrations, backups and restores; the user of DATABASE_URL then needs no right but to become weft_app and weft_system. Without it DATABASE_URL does both',
    ),
  WEFT_READ_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .describe(
      'a standby of the same database, or several hosts as in DATABASE_URL, for reads that may be some seconds old: traffic, logs and files of records. While it is away or more than 10 s behind, they go to DATABASE_URL',
    ),
  WEFT_NATS_URL: z
    .string()
    .trim()
    .max(2000)
    .refine((list) => list.split(',').every((one) => /^(nats|tls):\/\/[^/?#]+$/.test(one.trim()) && URL.canParse(one.trim())), {
      error:
        'must be like nats://user:password@host:4222, or tls:// for TLS, several separated by commas; characters such as @ and / in a password are written as %40 and %2F',
    })
    .optional()
    .describe(
      'the NATS servers over which the servers of an installation tell each other what changed, such as tls://user:password@nats-1:4222,tls://nats-2:4222; the first one’s user and password are used for all. Without it they do so over PostgreSQL. The same in every process',
    ),
  WEFT_NATS_CA: text
    .min(1)
    .optional()
    .describe(
      'the file with the certificate of the authority that signed the certificates of NATS, with tls:// in WEFT_NATS_URL; without it the authorities of the system count',
    ),
  WEFT_NATS_NAME: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 lower-case letters, digits or hyphens')
    .default('main')
    .describe('the installation’s name in the subjects of NATS, weft.<name>.v1; two installations that share a NATS need two'),
  WEFT_ROLES: RoleList.describe(
    'what this process does: api serves the console and the operators, gateway the agents of members, jobs sends messages and alerts and runs what is scheduled. Fewer than all need DATABASE_URL and the same other settings in every process; on one machine WEFT_METRICS_PORT alone differs',
  ),
  WEFT_MIGRATE: z
    .enum(['auto', 'check'])
    .default('auto')
    .describe(
      'auto brings the database to this program’s schema at the start; check waits up to ten minutes until weft migrate has done so, for several servers that are updated one after another',
    ),
  WEFT_DATA_DIR: text.min(1).default('./data').describe('where the embedded database and the installation’s secret are kept'),
  WEFT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((all) => all.split(',')[0]!.trim().length >= 32, 'must have at least 32 characters before the first comma')
    .refine((all) => all.split(',').every((secret) => secret.trim() !== ''), 'has an empty secret before or after a comma')
    .optional()
    .describe(
      'the installation’s secret; required in production, else made once in the data directory. Former ones follow after commas and still open what they sealed',
    ),
  WEFT_BACKUP_KEY: z
    .string()
    .regex(/^age1[0-9a-z]+(\s*,\s*age1[0-9a-z]+)*$/, 'must be public keys as weft backup-key prints them, age1…, separated by commas')
    .optional()
    .describe(
      'the public keys to which weft backup encrypts, age1…, separated by commas; the backup then holds the installation’s secret too. weft backup-key makes a pair',
    ),
  WEFT_HOST: text.min(1).default('127.0.0.1').describe('the address that the console, the operators’ and the agents’ listeners bind to'),
  WEFT_METRICS_HOST: text.min(1).default('127.0.0.1').describe('the address that the metrics bind to; they ask for no login'),
  WEFT_DEV_OPEN: flag
    .default(false)
    .describe('1 shows the outbox at /dev to other machines too, outside production: everybody who reaches it reads all codes'),
  WEFT_HTTP_PORT: port(8080).describe('the console'),
  WEFT_OPS_PORT: port(8081).describe('the operators'),
  WEFT_AGENT_PORT: port(8082).describe('the agents of members'),
  WEFT_METRICS_PORT: port(9090).describe('Prometheus metrics'),
  WEFT_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .optional()
    .describe(
      'seconds that a server which was asked to end says so at `/readyz` and still serves, so that a balancer leaves it; at most 10 more until it has ended. 5 in production, 0 elsewhere',
    ),
  WEFT_ACCESS_LOG: flag
    .optional()
    .describe('1 logs a line for each call, with its route, status, milliseconds and account number; 1 in production, 0 elsewhere'),
  WEFT_DEMO: flag
    .optional()
    .describe(
      '1 loads demonstration data once and runs a small simulated fleet; 1 in development, never in production or with fewer than all roles',
    ),
  WEFT_TRUST_PROXY: text
    .refine((list) => list.split(',').every((part) => isProxy(part.trim())), 'must be addresses or networks, separated by commas')
    .optional()
    .describe('addresses or networks of proxies whose X-Forwarded-For counts, separated by commas'),
  WEFT_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the console’s address in links; http://localhost with the console’s port otherwise'),
  WEFT_PRODUCT: text.min(1).default('经纬组网控制台').describe('the product’s name'),
  WEFT_COMPANY: text.min(1).default('经纬网络').describe('the company in the footer'),
  WEFT_ICP: text.default('').describe('the ICP filing number; not shown where empty'),
  WEFT_POLICE: text.default('').describe('the public security filing number; not shown where empty'),
  WEFT_PHONE: text.default('').describe('the support phone; not shown where empty'),
  WEFT_LOGO_URL: text
    .regex(/^(\/[^/]|$)/, 'must be a path on this server')
    .default('')
    .describe('the logo, a path on this server; a built-in mark where empty'),
  WEFT_CALLS_FACTOR: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(1)
    .describe(
      'how many times the usual number of calls a login and its account may make in a minute, and of tickets, work orders and changes of contacts, webhook and directory in a day',
    ),
  WEFT_CODES_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(300)
    .describe('verification codes that the installation sends in a minute at most, to everybody together'),
  WEFT_SMTP_URL: text
    .regex(/^smtps?:\/\/[^\s/]+\/?$/, 'must be like smtps://user:password@mail.example:465, or smtp:// for STARTTLS')
    .refine((url) => URL.canParse(url), 'must be an address; characters such as @ and / in a password are written as %40 and %2F')
    .optional()
    .describe(
      'the mail server: smtps://user:password@host:465 for TLS, smtp://user:password@host:587 for STARTTLS, which must succeed unless the host is this machine',
    ),
  WEFT_MAIL_FROM: text
    .regex(/^([^<>"@]+ <[^\s<>"@]+@[^\s<>"@]+>|[^\s<>"@]+@[^\s<>"@]+)$/, 'must be an address, or a name and an address in <>')
    .optional()
    .describe('whom letters come from, as `经纬组网 <noreply@weft.example>`; required with WEFT_SMTP_URL'),
  WEFT_SMS: z
    .enum(['aliyun', 'tencent'])
    .optional()
    .describe(
      'who sends text messages: aliyun or tencent; then all of the following but the last are required, WEFT_SMS_APP_ID by tencent alone',
    ),
  WEFT_SMS_KEY_ID: text.optional().describe('the access key’s id (AccessKey ID, SecretId)'),
  WEFT_SMS_KEY_SECRET: text.optional().describe('the access key’s secret'),
  WEFT_SMS_SIGN: text.optional().describe('the approved signature (签名), without brackets'),
  WEFT_SMS_TEMPLATES: SmsTemplates.optional().describe(
    'the approved templates, as code=SMS_1,changed=SMS_2 and, to reach numbers outside the mainland, code_intl=SMS_3,changed_intl=SMS_4. Their variables: of code, code and minutes; of changed, what and username. Tencent Cloud numbers them in this order',
  ),
  WEFT_SMS_APP_ID: text.optional().describe('the application (SmsSdkAppId) of Tencent Cloud'),
  WEFT_SMS_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('another address for the provider’s calls, such as a private gateway’s; the provider’s own otherwise'),
  WEFT_ALERT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600)
    .default(30)
    .describe('seconds that a member must be away, or back, before an alert is sent'),
  WEFT_EGRESS_ALLOW: z
    .string()
    .trim()
    .max(2000)
    .regex(/^[^\s,:]+:\d{1,5}(,[^\s,:]+:\d{1,5})*$/, 'must be hosts with their ports, separated by commas, as 10.0.0.8:443')
    .optional()
    .describe(
      'hosts with their ports that webhooks, directories and proofs of domains may reach although they are not public, separated by commas; also without TLS',
    ),
  WEFT_LOG_DAYS: z.coerce.number().int().min(180).max(3650).default(180).describe('days that logs are kept, at least 180'),
  WEFT_TRAFFIC_MINUTE_DAYS: z.coerce.number().int().min(8).max(400).default(32).describe('days that traffic is kept by the minute'),
  WEFT_TRAFFIC_HOUR_DAYS: z.coerce.number().int().min(60).max(3650).default(400).describe('days that traffic is kept by the hour'),
  WEFT_TRAFFIC_DAY_DAYS: z.coerce.number().int().min(400).max(36_500).default(3653).describe('days that traffic is kept by the day'),
})
export type Settings = z.output<typeof Settings> & {
  WEFT_ACCESS_LOG: boolean
  WEFT_DEMO: boolean
  WEFT_PUBLIC_URL: string
  WEFT_DRAIN_SECONDS: number
}

/** The settings that hold a secret. Each can be given as a file instead, which the setting of the same name with `_FILE` names. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'WEFT_DATABASE_OWNER_URL',
  'WEFT_READ_DATABASE_URL',
  'WEFT_NATS_URL',
  'WEFT_SECRET',
  'WEFT_SMTP_URL',
  'WEFT_SMS_KEY_SECRET',
] as const satisfies (keyof z.output<typeof Settings>)[]

const FILE_SUFFIX = '_FILE'
const fileSetting = (name: string) => `${name}${FILE_SUFFIX}`
/** The names of all settings, also those that name a file. */
export const SETTING_NAMES: readonly string[] = [...Object.keys(Settings.shape), ...SECRET_SETTINGS.map(fileSetting)]

/** A setting that cannot be used. Its message is one sentence for the person who starts the program. */
export class SettingError extends Error {}

/** Reads `code=SMS_1,changed=SMS_2` and returns the provider's template codes by purpose. */
export const smsTemplatesOf = (list: string) =>
  Object.fromEntries(list.split(',').map((pair) => pair.split('='))) as Partial<Record<(typeof SMS_TEMPLATE_KEYS)[number], string>>

/** Refuses a provider of which only some settings are given. @throws SettingError */
function demandWholeProviders(settings: z.output<typeof Settings>): void {
  const isSet = (name: keyof typeof settings) => settings[name] !== undefined
  if (isSet('WEFT_SMTP_URL') && !isSet('WEFT_MAIL_FROM')) throw new SettingError('WEFT_MAIL_FROM must be set with WEFT_SMTP_URL')
  if (isSet('WEFT_MAIL_FROM') && !isSet('WEFT_SMTP_URL')) throw new SettingError('WEFT_SMTP_URL must be set with WEFT_MAIL_FROM')
  const needed = ['WEFT_SMS_KEY_ID', 'WEFT_SMS_KEY_SECRET', 'WEFT_SMS_SIGN', 'WEFT_SMS_TEMPLATES'] as const
  const given = [...needed, 'WEFT_SMS_APP_ID', 'WEFT_SMS_ENDPOINT'] as const
  if (!settings.WEFT_SMS) {
    const stray = given.find(isSet)
    if (stray) throw new SettingError(`WEFT_SMS must be set with ${stray}`)
    return
  }
  const missing = (settings.WEFT_SMS === 'tencent' ? [...needed, 'WEFT_SMS_APP_ID' as const] : needed).find((name) => !isSet(name))
  if (missing) throw new SettingError(`${missing} must be set with WEFT_SMS=${settings.WEFT_SMS}`)
  const templates = smsTemplatesOf(settings.WEFT_SMS_TEMPLATES ?? '')
  const template = (['code', 'changed'] as const).find((name) => !templates[name])
  if (template) throw new SettingError(`WEFT_SMS_TEMPLATES must name a template for ${template}`)
}

type Environment = Record<string, string | undefined>

/** Returns the secrets that the environment gives as files, by the name of their setting. @throws SettingError */
function secretsFromFiles(env: Environment): Environment {
  const secrets: Environment = {}
  for (const name of SECRET_SETTINGS) {
    const file = env[fileSetting(name)]
    if (!file) continue
    if (env[name]) throw new SettingError(`${name} and ${fileSetting(name)} are both set: one of them must go`)
    secrets[name] = textOf(file, fileSetting(name))
  }
  return secrets
}

/** Returns the text of a file without the end of its last line. @throws SettingError naming the file */
function textOf(file: string, setting: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const why = { ENOENT: 'there is no such file', EACCES: 'this user may not read it', EISDIR: 'it is a folder' }
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw new SettingError(`${setting} names ${file}, which cannot be read: ${why[code as keyof typeof why] ?? code}`)
  }
  if (text === '') throw new SettingError(`${setting} names ${file}, which is empty`)
  return text
}

/**
 * Reads the settings from the environment, and from the files that it names.
 * @throws SettingError naming the first wrong one, and what it should be
 */
export function readSettings(env: Environment): Settings {
  const unknown = Object.keys(env).find((name) => name.startsWith('WEFT_') && !SETTING_NAMES.includes(name))
  if (unknown) throw new SettingError(`${unknown} is not a setting; docs/configuration.md lists them all`)
  const given = Object.entries({ ...env, ...secretsFromFiles(env) }).filter(([name, value]) => name in Settings.shape && value !== '')
  const parsed = Settings.safeParse(Object.fromEntries(given))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SettingError(`${String(issue?.path[0])} is wrong: ${issue?.message}`)
  }
  const settings = parsed.data
  const production = settings.WEFT_ENV === 'production'
  if (production && settings.WEFT_DEMO) throw new SettingError('WEFT_DEMO must be 0 in production')
  if (production && !settings.WEFT_SECRET) throw new SettingError('WEFT_SECRET must be set in production, with at least 32 characters')
  if (settings.WEFT_DATABASE_OWNER_URL && !settings.DATABASE_URL)
    throw new SettingError('DATABASE_URL must be set with WEFT_DATABASE_OWNER_URL')
  if (settings.WEFT_READ_DATABASE_URL && !settings.DATABASE_URL)
    throw new SettingError('DATABASE_URL must be set with WEFT_READ_DATABASE_URL')
  if (settings.WEFT_NATS_CA) {
    if (!settings.WEFT_NATS_URL?.includes('tls://')) throw new SettingError('WEFT_NATS_URL must begin with tls:// with WEFT_NATS_CA')
    textOf(settings.WEFT_NATS_CA, 'WEFT_NATS_CA')
  }
  demandWholeProviders(settings)
  const hasAllRoles = settings.WEFT_ROLES.length === ROLES.length
  if (!hasAllRoles && !settings.DATABASE_URL)
    throw new SettingError(
      `DATABASE_URL must be set with WEFT_ROLES=${settings.WEFT_ROLES.join(',')}: the embedded database serves one process`,
    )
  if (!hasAllRoles && settings.WEFT_DEMO)
    throw new SettingError(
      `WEFT_DEMO must be 0 with WEFT_ROLES=${settings.WEFT_ROLES.join(',')}: the demonstration needs all roles in one process`,
    )
  return {
    ...settings,
    WEFT_DRAIN_SECONDS: settings.WEFT_DRAIN_SECONDS ?? (production ? 5 : 0),
    WEFT_ACCESS_LOG: settings.WEFT_ACCESS_LOG ?? production,
    WEFT_DEMO: settings.WEFT_DEMO ?? (settings.WEFT_ENV === 'development' && hasAllRoles),
    WEFT_PUBLIC_URL: (
      settings.WEFT_PUBLIC_URL ?? `http://${settings.WEFT_HOST === '127.0.0.1' ? 'localhost' : hostname()}:${settings.WEFT_HTTP_PORT}`
    ).replace(/\/$/, ''),
  }
}

/**
 * Returns the warning at the start of an installation that other machines reach although it is not in production; undefined for all
 * others.
 */
export function openInstallation({ WEFT_ENV, WEFT_HOST, WEFT_DEMO, WEFT_DEV_OPEN }: Settings): string | undefined {
  if (WEFT_ENV === 'production' || WEFT_HOST === 'localhost' || isLoopback(WEFT_HOST)) return undefined
  return [
    `other machines reach this installation (WEFT_HOST=${WEFT_HOST}) although WEFT_ENV is ${WEFT_ENV}, which is for one machine alone`,
    ...(WEFT_DEMO ? ['everybody knows the passwords of its demonstration'] : []),
    ...(WEFT_DEV_OPEN ? ['/dev shows all codes to everybody'] : []),
    'set WEFT_ENV=production where others use it',
  ].join('; ')
}

/** Returns the text of docs/configuration.md. */
export function configurationPage(): string {
  const rows = Object.entries(Settings.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined)
    const value = fallback.success && fallback.data !== undefined && fallback.data !== '' ? `\`${String(fallback.data)}\`` : ''
    return `| \`${name}\` | ${value} | ${schema.description ?? ''} |`
  })
  return [
    '# Settings',
    '',
    'All come from the environment. A wrong one stops the start with a sentence that names it.',
    '',
    `Secrets can be files instead: a setting with \`${FILE_SUFFIX}\` behind its name, such as \`${fileSetting('WEFT_SECRET')}=/run/secrets/weft\`, names the file whose`,
    'text is the setting, without the end of its last line. That holds for',
    `${SECRET_SETTINGS.map((name) => `\`${name}\``).join(', ')}.`,
    'Setting both, or a file that is empty or cannot be read, stops the start as well.',
    '',
    '| setting | default | meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
