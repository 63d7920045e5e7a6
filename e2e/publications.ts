import { createHash } from 'node:crypto'
import path from 'node:path'
import { asAccount, connect } from '../apps/server/src/db/client.ts'
import { embeddedUrl } from '../apps/server/src/db/embedded/launcher.ts'
import { publishAnnouncement } from '../apps/server/src/domains/support/announcement/announcement.service.ts'
import { registerInStore } from '../apps/server/src/domains/support/client-download/client-download.service.ts'
import { beginUpload, takePart } from '../apps/server/src/domains/support/client-download/upload.service.ts'
import { sendMessage } from '../apps/server/src/domains/support/message/message.service.ts'
import { Refusal } from '../apps/server/src/kernel/refusal.ts'

interface Package {
  system: 'windows' | 'android' | 'linux'
  version: string
  file_name: string
  kind?: 'graph' | 'cli'
  platform?: string
  /** Its content. */
  text: string
}

export type Publications = Awaited<ReturnType<typeof openPublications>>

/** Publishes a version, unless it exists: a repeated test finds it. */
async function once(publish: () => Promise<unknown>): Promise<void> {
  await publish().catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.reason !== 'clientVersionExists') throw error
  })
}

/** Publishes in a running server's database as operators do. */
export async function openPublications(data_dir: string) {
  const url = await embeddedUrl(path.join(data_dir, 'postgres'))
  if (!url) throw new Error(`no database runs in ${data_dir}`)
  const db = connect(url, { connections: 2 })
  return {
    message: (account_id: number, title: string, content = `<p>${title}的内容</p>`): Promise<void> =>
      db.system((system) => sendMessage(asAccount(system, account_id), { title, type: '系统通知', content })),

    /** Returns its id. */
    announcement: (change: { title: string; tag?: string; content?: string; link?: string; release_time?: number }): Promise<string> =>
      db.system((system) =>
        publishAnnouncement(system, {
          tag: '',
          content: '<p>正文</p>',
          link: null,
          release_time: Math.floor(Date.now() / 1000) - 60,
          ...change,
        }),
      ),

    inStore: (system: 'macos' | 'ios', version: string, store_url: string): Promise<void> =>
      once(() => db.system((system_) => registerInStore(system_, { system, version, store_url }))),

    package: ({ text, kind, platform = 'centos', ...facts }: Package): Promise<void> =>
      once(() =>
        db.system(async (system) => {
          const bytes = Buffer.from(text)
          const sha256 = createHash('sha256').update(bytes).digest('hex')
          const { upload_id } = await beginUpload(
            system,
            { ...facts, kind: kind ?? null, platform, size: bytes.length, sha256 },
            new Date(),
          )
          await takePart(system, { upload_id, offset: 0 }, bytes)
        }),
      ),

    close: () => db.close(),
  }
}
