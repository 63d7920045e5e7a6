import type { DirectoryReason, DirectoryStep } from '@weft/contract'

/** Why a directory could not be used: at which step, and what the sentence about it names. The message names the reason alone. */
export class LdapFailure extends Error {
  readonly step: DirectoryStep
  readonly reason: DirectoryReason
  readonly facts: Record<string, string>

  constructor(step: DirectoryStep, reason: DirectoryReason, facts: Record<string, string> = {}) {
    super(reason)
    this.name = 'LdapFailure'
    this.step = step
    this.reason = reason
    this.facts = facts
  }
}
