import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Remote ends of the internet sockets of processes, like `tcp 127.0.0.1:80`; `udp …` also for unconnected ones. */
export function remoteEndsOf(pids: readonly number[]): string[] {
  const inodes = new Set(pids.flatMap(socketInodes));
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => inodes.has(fields[9] ?? ''))
      .map((fields) => `${table} ${readable(fields[2] ?? '')}`),
  );
}

function socketInodes(pid: number): string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).flatMap((fd) => inodeOf(`${folder}/${fd}`));
  } catch {
    return [];
  }
}

function inodeOf(path: string): string[] {
  try {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(path)) ?? [];
    return inode === undefined ? [] : [inode];
  } catch {
    return [];
  }
}

/** @param end like `0100007F:0050`: for IPv4, the address's bytes in this machine's order */
function readable(end: string): string {
  const [address = '', port = ''] = end.split(':');
  const isIpv4 = address.length === 8;
  const host = isIpv4 ? [...Buffer.from(address, 'hex')].reverse().join('.') : address;
  return `${host}:${parseInt(port, 16)}`;
}
