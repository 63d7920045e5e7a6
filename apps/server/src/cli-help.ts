/** The help of each command and its options, as it is printed. */
const commands = {
  start: `weft start                     build what is stale, then serve with demonstration data (npm start)
    It takes no options. Settings are environment variables, such as WEFT_HTTP_PORT=8080 npm start; docs/configuration.md lists them.
    Without DATABASE_URL it starts a PostgreSQL of its own in WEFT_DATA_DIR.`,
  server: `weft server                    serve, without building and without demonstration data unless WEFT_DEMO=1
    It takes no options; settings are as those of weft start.`,
  migrate: `weft migrate [--plan | --contract]
                               bring the database to this program's schema, as every start does unless WEFT_MIGRATE=check
    --plan       only say which migrations are due, what each locks and does to the rows, and how large
                 these tables are
    --contract   also apply the steps that take away what older programs use; no such program may be running`,
  backup: `weft backup FILE               write everything to one file
    FILE   where to; a server may go on meanwhile
    With WEFT_BACKUP_KEY it is encrypted and holds the installation's secret; otherwise it is neither encrypted nor complete.`,
  'backup-key': `weft backup-key FILE           make a pair of keys: prints WEFT_BACKUP_KEY and writes to FILE what opens the backups`,
  restore: `weft restore FILE [--key KEYFILE] [--replace]
                               read it back into an empty database, or in place of what is there
    FILE        what weft backup wrote
    --key KEYFILE   what weft backup-key wrote, for an encrypted backup
    --replace   throw away what the database holds now`,
  doctor: `weft doctor                    examine the installation beside its server; says what is wrong and what to do
    It takes no options. The exit code is 1 if something is wrong.`,
  operator: `weft operator create --username NAME --role support|network|sales|admin [--password P | --password-stdin]
                               add an operator; prints a first password where none is given
weft operator reset-totp --username NAME
                               take the second factor from an operator who has lost it
weft operator password --username NAME
                               print a first password, which the operator's next sign-in replaces
weft operator enable|disable --username NAME
                               enable and unlock an operator, or disable one who is not the last administrator
    --username NAME    whom it is about
    --role ROLE        what a new operator may do: docs/operators.md
    --password P       a new operator's password; others on this machine may see it while the command runs
    --password-stdin   read that password from the standard input`,
  documents: `weft documents import DIR      make the help say what a folder of Markdown says
    DIR   the folder; articles that are no longer in it are removed`,
  secret: `weft secret status             say whether a former WEFT_SECRET is still needed`,
  states: `weft states rebuild            judge anew how all members are, while servers serve; prints how many were stored otherwise`,
  agent: `weft agent                     run a member's agent; weft agent --help lists its options`,
  fleet: `weft fleet                     run simulated members; weft fleet --help lists its options`,
  'fleet-members': `weft fleet-members --account NUMBER --routers N --apps N [--operator NAME] [--activated]
                               make members for a fleet; prints the file that weft fleet --members reads
    --account NUMBER   the account, by its eight digits
    --routers N        hardware members to make, up to 10000
    --apps N           software members to make, up to 10000
    --operator NAME    who is said to have registered the hardware (demo-admin)
    --activated        with credentials in place of activation codes`,
}

export type Command = keyof typeof commands

export const isCommand = (word: string | undefined): word is Command => word !== undefined && Object.hasOwn(commands, word)

/** Returns the help of one command, with each of its options. */
export const commandHelp = (command: Command): string => commands[command]

/** The help of all commands with all their options, and the exit codes. */
export const overview = (version: string): string => `weft ${version}

${Object.values(commands).join('\n')}
weft help [COMMAND]            say this, or what one command takes; so does weft COMMAND --help
weft --version                 print the version, and the commit of a program between two releases

Exit codes: 0 done, 1 refused for the reason that is said, 2 a command or an option that is not known.`
