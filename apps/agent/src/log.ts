/** One line for whoever runs the agent. Never a credential or a password. */
export interface Log {
  info(message: string): void
  warn(message: string): void
}

export const stderrLog: Log = {
  info: (message) => void process.stderr.write(`${message}\n`),
  warn: (message) => void process.stderr.write(`! ${message}\n`),
}
