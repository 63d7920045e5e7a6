import { createSmtpMailer } from '../../../../adapters/mail/smtp.ts'
import { connect } from '../../../../db/client.ts'
import { createDeliveryService } from '../delivery.service.ts'
import { silentLog } from '../../../../kernel/log.ts'
import { deriveKeys } from '../../../../kernel/secrets.ts'

/** Tries one delivery at a given time, in a process of its own that a test may kill. */
const [database = '', smtp = '', secret = '', delivery_id = '', now = ''] = process.argv.slice(2)

await createDeliveryService({
  db: connect(database, { connections: 2 }),
  keys: deriveKeys([secret]),
  clock: { now: () => new Date(now) },
  log: silentLog,
  settings: { WEFT_PRODUCT: '经纬', WEFT_COMPANY: '经纬', WEFT_PHONE: '' },
  mailer: createSmtpMailer({ url: smtp, from: 'noreply@weft.example' }),
  texter: undefined,
  webhooks: { deliver: () => Promise.reject(new Error('it mails')) },
}).work(delivery_id)
