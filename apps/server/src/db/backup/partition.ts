import type { Client } from 'pg'
import { BackupError } from './backup-error.ts'
import type { Partition, Table } from './catalog.ts'
import { quoted } from './connection.ts'

const VALUE = String.raw`(?:'(?:[^']|'')*'|-?[\d.]+|MINVALUE|MAXVALUE|NULL|true|false)`
const VALUES = String.raw`\(${VALUE}(?:, ${VALUE})*\)`
const bound = new RegExp(
  String.raw`^(?:DEFAULT|FOR VALUES (?:FROM ${VALUES} TO ${VALUES}|IN ${VALUES}|WITH \(modulus \d+, remainder \d+\)))$`,
)
const NAME = String.raw`(?:[a-z_][a-z0-9_]*|"(?:[^"]|"")+")`
const partitionBy = new RegExp(String.raw`^(?:RANGE|LIST|HASH) \(${NAME}(?:, ${NAME})*\)$`)

/** Returns the statement that makes a partition of an archive. The file's text becomes SQL here, so only plain bounds are accepted. */
export function createPartition({ name, parent, ...of }: Partition): string {
  if (!bound.test(of.bound)) throw new BackupError(`Partition ${name} has a bound that a restore does not recreate: ${of.bound}.`)
  if (of.partition_by !== null && !partitionBy.test(of.partition_by))
    throw new BackupError(`Partition ${name} is divided in a way that a restore does not recreate: ${of.partition_by}.`)
  return `create table ${quoted(name)} partition of ${quoted(parent)} ${of.bound}${of.partition_by === null ? '' : ` partition by ${of.partition_by}`}`
}

/** Creates the archive's partitions that a partitioned table lacks; its other partitions stay and will be empty. */
export async function createMissingPartitions(client: Client, wanted: Pick<Table, 'name' | 'partitions'>, present: Table): Promise<void> {
  for (const partition of wanted.partitions) {
    const same = present.partitions.find(({ name }) => name === partition.name)
    if (same && (same.bound !== partition.bound || same.parent !== partition.parent))
      throw new BackupError(`Partition ${partition.name} has another range in this database than in the backup.`)
    if (!same) await client.query(createPartition(partition))
  }
}
