import { globSync } from 'node:fs'

/** The library that gives a process, and all that it starts, another time; undefined if it is not installed. */
export const [CLOCK_LIBRARY] = globSync('/usr/{lib,lib64,lib/*,local/lib}/faketime/libfaketime.so.1')

/** Why tests that move clocks are skipped. */
export const NO_CLOCK_LIBRARY = 'libfaketime is not installed (Debian: apt-get install faketime)'

/**
 * Returns the environment of a process whose clock a file sets: `+60` for a minute ahead, `-60` for a minute behind. The process reads the
 * file each second. Its timers run as always.
 */
export const movedClock = (file: string) => ({
  LD_PRELOAD: CLOCK_LIBRARY ?? '',
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  // Without it, waits with a limit on the monotonic clock end at once.
  FAKETIME_FORCE_MONOTONIC_FIX: '0',
  NO_FAKE_STAT: '1',
})
