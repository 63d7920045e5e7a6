import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DAY_SECONDS } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { publishAnnouncement } from '../domains/support/announcement/announcement.service.ts'
import { registerInStore } from '../domains/support/client-download/client-download.service.ts'
import { beginUpload, takePart } from '../domains/support/client-download/upload.service.ts'
import { sha256 } from '../adapters/files/files.ts'
import { unix } from '../kernel/clock.ts'
import { agentPackage } from './agent-package.ts'
import * as published from './publication.ts'

const HOUR_SECONDS = 3600
const PICTURE = resolve(import.meta.dirname, '../../../../handbook/02-network/images/add-member.png')

/**
 * Publishes the demonstration's announcements, its versions in the stores, and for Linux the agent of this checkout itself.
 * Windows and Android have no version yet.
 */
export async function publish(db: SystemDb, now: Date): Promise<void> {
  const picture = existsSync(PICTURE) ? `data:image/png;base64,${readFileSync(PICTURE).toString('base64')}` : undefined
  for (const { days, content, ...announcement } of published.announcements)
    await publishAnnouncement(db, {
      ...announcement,
      content: content(picture),
      release_time: unix(now) - days * DAY_SECONDS - HOUR_SECONDS,
    })
  const planned = { title: '年度维护计划', tag: '维护', link: null, content: '<p>年度维护计划将于下周公布，维护期间业务不中断。</p>' }
  await publishAnnouncement(db, {
    ...planned,
    save: 'schedule',
    release_time: unix(now) + 7 * DAY_SECONDS,
    end_time: unix(now) + 37 * DAY_SECONDS,
  })
  const draft = { title: '客户端 2.5 预告', tag: '客户端', link: null, content: '<p>新版客户端支持按应用分流。</p>' }
  await publishAnnouncement(db, { ...draft, save: 'draft', release_time: null })
  for (const version of published.storeVersions) await registerInStore(db, version)
  const { version, file_name, bytes } = agentPackage()
  const facts = { system: 'linux', kind: 'cli', platform: published.LINUX_PLATFORM, version, file_name } as const
  const { upload_id } = await beginUpload(db, { ...facts, size: bytes.length, sha256: sha256(bytes) }, now)
  await takePart(db, { upload_id, offset: 0 }, bytes)
}
