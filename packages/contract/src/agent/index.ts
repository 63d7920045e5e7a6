import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import { lineOfText, ROUTER_NAME } from '../fields/schemas.ts'
import { plain, readEmail } from '../reading.ts'
import { DEVICE_CREDENTIAL } from './protocol.ts'

const { post } = endpointsOf('agent')

export * from './device-budgets.ts'
export * from './protocol.ts'

/** Facts that a device reports about itself; any field may be missing. */
export const DeviceFacts = z.strictObject({
  model: lineOfText(0, 64).optional(),
  mac: lineOfText(0, 32).optional(),
  os: lineOfText(0, 32).optional(),
  version: lineOfText(0, 64).optional(),
  sys_brand: lineOfText(0, 64).optional(),
  sys_model: lineOfText(0, 64).optional(),
  sys_version: lineOfText(0, 64).optional(),
})
export type DeviceFacts = z.output<typeof DeviceFacts>

const Credential = z.object({ router_name: z.string(), credential: z.string() })

export const agentContract = {
  device: {
    /**
     * The bearer is the credential that the device has made and stored, which the answer confirms. A device that got no answer repeats the
     * call with the same key and bearer, and is answered alike. Without a bearer the server makes the credential, and the call cannot be
     * repeated.
     */
    activate: post('activate', {
      access: 'public',
      summary: '激活硬件成员',
      rate: 'device',
      input: z.strictObject({
        router_name: z.string().regex(ROUTER_NAME, 'format.device'),
        activation_code: z.string().overwrite(plain).min(1).max(64),
        csr: z.string().max(8192).optional(),
        device: DeviceFacts.default({}),
      }),
      output: Credential,
    }),
    login: post('login', {
      access: 'public',
      summary: '软件成员登录',
      rate: 'device',
      spends: [{ budget: 'directory_sign_in', at: 'service' }],
      input: z.strictObject({
        username: z.string().overwrite(readEmail).min(1).max(64),
        password: z.string().min(1).max(64),
        device: DeviceFacts.default({}),
      }),
      output: Credential,
    }),
    /**
     * The bearer is the current credential, the input the new one, which the device has made and stored. Both are valid until the new one
     * is used. A call that carries the new one as bearer and as input counts as such a use.
     */
    renew: post('renew', {
      access: 'public',
      summary: '更换设备凭据',
      rate: 'device',
      spends: [{ budget: 'credential_renewal', at: 'service' }],
      input: z.strictObject({ credential: z.string().regex(DEVICE_CREDENTIAL) }),
    }),
  },
}
