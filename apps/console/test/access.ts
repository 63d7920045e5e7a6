import { type AccessKey, flagsGranting, type Role, type SubAccount, usualRights } from '@weft/contract'

/** Returns a sub-account that has never signed in. */
export const aSubAccount = (change: Partial<SubAccount> = {}): SubAccount => ({
  id: '7',
  username: 'li.wei',
  role_id: '3',
  role_name: '门店运维',
  nickname: '李伟',
  create_time: 1_790_000_000,
  login_time: null,
  status: 1,
  ...change,
})

/** Returns a role that may edit the networks that it is limited to. */
export const aRole = (change: Partial<Role> = {}): Role => {
  const { easylink, ...beside } = flagsGranting((permission) => permission === 'network.edit' || usualRights.includes(permission))
  return {
    id: '3',
    name: '门店运维',
    note: '夜班',
    create_time: 1_790_000_000,
    update_time: 1_790_000_600,
    users: 1,
    auth: {
      easylink: {
        router: { ...easylink.router, by_network: 0, tags: [] },
        network: { ...easylink.network, confined: 1, networks: [{ network_number: '1000000001', network_name: '华东生产网' }] },
      },
      ...beside,
    },
    ...change,
  }
}

export const anAccessKey = (change: Partial<AccessKey> = {}): AccessKey => ({
  id: '9',
  name: '巡检脚本',
  role_id: '3',
  role_name: '门店运维',
  create_time: 1_790_000_000,
  expire_time: 4_000_000_000,
  last_time: null,
  last_address: null,
  ...change,
})
