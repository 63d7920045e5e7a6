import {
  alertChannels,
  alertEvents,
  type AlertChannel,
  type AlertEvent,
  type MonitorConfig,
  type MonitorRouter,
  type MonitorSettings,
} from '@weft/contract'

export type MonitorFlag = AlertEvent | 'watch_new' | `${AlertChannel}_confirm`
const flags: readonly MonitorFlag[] = [...alertEvents, 'watch_new', ...alertChannels.map((channel) => `${channel}_confirm` as const)]

/** The unsaved changes of the settings; settings that the user did not change follow the server. */
export interface MonitorDraft {
  flags: Partial<Record<MonitorFlag, 0 | 1>>
  router: ReadonlySet<string> | undefined
}
export const nothingChanged: MonitorDraft = { flags: {}, router: undefined }

/**
 * Returns the settings as they would be saved: without members that are gone, or channels without a target.
 * @param webhook true if one is configured
 */
export function settingsOf(
  config: MonitorConfig,
  draft: MonitorDraft,
  members: readonly MonitorRouter[],
  webhook: boolean,
): MonitorSettings {
  const wanted = Object.fromEntries(flags.map((flag) => [flag, draft.flags[flag] ?? config[flag]])) as Record<MonitorFlag, 0 | 1>
  const watched = draft.router ?? new Set(config.router)
  return {
    ...wanted,
    email_confirm: config.email_bound === 1 ? wanted.email_confirm : 0,
    webhook_confirm: webhook ? wanted.webhook_confirm : 0,
    router: members.flatMap(({ router_name }) => (watched.has(router_name) ? [router_name] : [])),
  }
}

/** Returns whether saving would change something that the user chose. */
export function isChanged(config: MonitorConfig, draft: MonitorDraft, settings: MonitorSettings): boolean {
  if (flags.some((flag) => draft.flags[flag] !== undefined && settings[flag] !== config[flag])) return true
  const watched = new Set(config.router)
  return draft.router !== undefined && (settings.router.length !== watched.size || settings.router.some((name) => !watched.has(name)))
}
