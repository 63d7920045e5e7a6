/** 「导出成员」: `start()` begins it, once at a time. It goes on while the user does something else. */
export const memberExport = {
  start(): void {},
  /** Whether one goes on now: nothing begins meanwhile. */
  useRunning: (): boolean => false,
}
