import { BlockList, isIP } from 'node:net'
import { hostname } from 'node:os'
import { z } from 'zod'

const PORT = 'must be a port number, 0 to 65535'
const port = (fallback: number) => z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT).default(fallback)
const flag = z.enum(['0', '1']).transform((text) => text === '1')
const text = z.string().trim().max(200)

/** An address, a network, or one of the names that proxy lists use for the private ranges. */
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

/** Every setting, once: `docs/configuration.md` is generated from this, and a wrong one stops the start with a sentence. */
export const Settings = z.object({
  WEFT_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('development, test or production; the outbox and the demonstration exist outside production only'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .describe('an existing PostgreSQL, 15 or newer; without it the embedded one is started'),
  WEFT_DATA_DIR: text
    .min(1)
    .default('./data')
    .describe('where the embedded database, the installation’s secret and uploaded files are kept'),
  WEFT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'the installation’s secret; required in production, else made once in the data directory. Former ones follow after commas and still open what they sealed',
    ),
  WEFT_HOST: text.min(1).default('127.0.0.1').describe('the address that all listeners bind to'),
  WEFT_HTTP_PORT: port(8080).describe('the console'),
  WEFT_OPS_PORT: port(8081).describe('the operators'),
  WEFT_AGENT_PORT: port(8082).describe('the agents of members'),
  WEFT_METRICS_PORT: port(9090).describe('Prometheus metrics'),
  WEFT_DEMO: flag
    .optional()
    .describe('1 loads demonstration data once and runs a small simulated fleet; 1 in development, never in production'),
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
  WEFT_LOG_DAYS: z.coerce.number().int().min(180).max(3650).default(180).describe('days that logs are kept, at least 180'),
})
export type Settings = z.output<typeof Settings> & { WEFT_DEMO: boolean; WEFT_PUBLIC_URL: string }

/** A setting that cannot be used: one sentence for whoever starts the program. */
export class SettingError extends Error {}

/**
 * Reads the settings from the environment.
 * @throws SettingError naming the first wrong one, and what it should be
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const known = Object.keys(Settings.shape)
  const unknown = Object.keys(env).find((name) => name.startsWith('WEFT_') && !known.includes(name))
  if (unknown) throw new SettingError(`${unknown} is not a setting; docs/configuration.md lists them all`)
  const set = Object.fromEntries(known.flatMap((name) => (env[name] === undefined || env[name] === '' ? [] : [[name, env[name]]])))
  const parsed = Settings.safeParse(set)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SettingError(`${String(issue?.path[0])} is wrong: ${issue?.message}`)
  }
  const settings = parsed.data
  const production = settings.WEFT_ENV === 'production'
  if (production && settings.WEFT_DEMO) throw new SettingError('WEFT_DEMO must be 0 in production')
  if (production && !settings.WEFT_SECRET) throw new SettingError('WEFT_SECRET must be set in production, with at least 32 characters')
  return {
    ...settings,
    WEFT_DEMO: settings.WEFT_DEMO ?? settings.WEFT_ENV === 'development',
    WEFT_PUBLIC_URL: (
      settings.WEFT_PUBLIC_URL ?? `http://${settings.WEFT_HOST === '127.0.0.1' ? 'localhost' : hostname()}:${settings.WEFT_HTTP_PORT}`
    ).replace(/\/$/, ''),
  }
}

/** The text of docs/configuration.md. */
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
    '| setting | default | meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
