import type { DirectoryReason, DirectoryStep } from '@weft/contract'

/** A directory could not be used: holds the step, the reason and the facts that its sentence names. The message is only the reason. */
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
