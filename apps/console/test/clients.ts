import type { ClientPackage, ClientVersions, StoreClient } from '@weft/contract'

export const aPackage = (change: Partial<ClientPackage> = {}): ClientPackage => ({
  id: '1',
  version: '3.2.1',
  url: '/download/files/1/weft-3.2.1.bin',
  size: 48_234_496,
  sha256: 'ab'.repeat(32),
  release_time: 1_790_000_000,
  ...change,
})

export const inStore = (change: Partial<StoreClient> = {}): StoreClient => ({
  id: '2',
  version: '3.2.0',
  store_url: 'https://apps.apple.com/cn/app/id1',
  release_time: 1_790_000_000,
  ...change,
})

export const noClients: ClientVersions = { windows: null, macos: null, android: null, ios: null, linux: { graph: [], cli: [] } }
