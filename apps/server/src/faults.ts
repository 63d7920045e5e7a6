import { errorFacts, type Log } from './kernel/log.ts'

/** Exit code after a fault in the program: EX_SOFTWARE of sysexits.h. The supervisor of the process starts it again. */
export const FAULT_EXIT_CODE = 70

/** Milliseconds that the stop may take after a fault. */
const STOP_MS = 5_000

/**
 * Ends this process with exit code 70 after an uncaught exception or an unhandled rejection, because its memory can no longer be
 * trusted. Logs the fault, then gives `stop` five seconds. Another fault meanwhile ends the process at once.
 */
export function endOnFault(log: Log, stop: () => Promise<unknown>): void {
  let ending = false
  const end = async (): Promise<void> => {
    setTimeout(() => process.exit(FAULT_EXIT_CODE), STOP_MS)
    try {
      await stop()
    } catch (error) {
      log.error('the stop after an exception failed', errorFacts(error))
    }
    process.exit(FAULT_EXIT_CODE)
  }
  // Node passes unhandled rejections to the same listeners.
  process.on('uncaughtException', (error) => {
    log.error('an exception that nobody caught ends this process', errorFacts(error))
    if (ending) process.exit(FAULT_EXIT_CODE)
    ending = true
    void end()
  })
}
