import { type Language, namesIn, recordFields, stillConnected } from '@weft/contract'

const textIn = (language: Language) => {
  const names = namesIn(language, recordFields)
  return {
    name: names.router_name,
    ip: names.ip,
    os: names.os,
    version: names.version,
    brand: names.sys_brand,
    model: names.sys_model,
    osVersion: names.sys_version,
    loginTime: names.login_time,
    network: names.network_number,
    center: names.link_router_name,
    pop: names.pop_name,
    area: names.area,
    origin: names.orig,
    vpnAddress: names.vpn_ip,
    start: names.start_time,
    end: names.end_time,
    lasting: stillConnected[language],
    duration: { p2p: names.online_time, pop: names.pop_online_time },
    peer: names.peer,
    networkName: names.network_name,
    address: names.address,
    from: names.origin,
    upload: names.upload,
    download: names.download,
    lasted: names.online_time,
  }
}
export const zhCN = textIn('zh-CN')
export const en = textIn('en')
