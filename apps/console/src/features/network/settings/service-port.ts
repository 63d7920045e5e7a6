import { plain, type ServicePort } from '@weft/contract'

/** A service's port as it is typed. */
export interface TypedPort {
  public_ip: string
  public_port: string
  static_port: string
}

const written = (value: string | number | null): string => (value === null ? '' : String(value))
export const portTyped = ({ public_ip, public_port, static_port }: ServicePort): TypedPort => ({
  public_ip: written(public_ip),
  public_port: written(public_port),
  static_port: written(static_port),
})

const numberOf = (typed: string): number | null => (plain(typed) === '' ? null : Number(plain(typed)))
/** Returns the ports as they are sent: empty becomes null. */
export const portSent = ({ public_ip, public_port, static_port }: TypedPort): ServicePort => ({
  public_ip: plain(public_ip) || null,
  public_port: numberOf(public_port),
  static_port: numberOf(static_port),
})
