/** Writes lines for the person who runs the agent. They never hold a credential or a password. */
export interface Log {
  info(message: string): void
  warn(message: string): void
}

export const stderrLog: Log = {
  info: (message) => void process.stderr.write(`${message}\n`),
  warn: (message) => void process.stderr.write(`! ${message}\n`),
}
