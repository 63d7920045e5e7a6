import type { Publications } from './publications.ts'

/** Publishes a client of each kind, and an older one. All tests of a server share them. */
export async function publishClients(publications: Publications): Promise<void> {
  await publications.package({ system: 'windows', version: '3.1.0', file_name: 'weft-3.1.0.exe', text: 'windows, older' })
  await publications.package({ system: 'windows', version: '3.2.1', file_name: 'weft-3.2.1.exe', text: 'windows, newest' })
  await publications.inStore('ios', '3.2.0', 'https://apps.apple.com/cn/app/id1')
  await publications.package({
    system: 'linux',
    kind: 'graph',
    platform: 'centos',
    version: '3.2.1',
    file_name: 'g.rpm',
    text: 'graph centos',
  })
  await publications.package({
    system: 'linux',
    kind: 'graph',
    platform: 'ubuntu',
    version: '3.2.1',
    file_name: 'g.deb',
    text: 'graph ubuntu',
  })
  await publications.package({ system: 'linux', kind: 'cli', platform: 'centos', version: '3.2.1', file_name: 'c.tgz', text: 'cli centos' })
}
