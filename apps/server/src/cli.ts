import { runCommand } from './command-line.ts'

// The reader of these streams may go away first, such as `head` or a restarted log service.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const exitCode = await runCommand(process.argv.slice(2), process.env, {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
})
if (exitCode !== 0) process.exitCode = exitCode
