import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserConnection } from './browser-connection.js';
import { BrowserContext } from './browser-context.js';
import { BrowserPage } from './browser-page.js';

const GATHERING_MS = 1000;
/** What was sent over loopback has arrived by then. */
const ARRIVAL_MS = 50;

/** Has a page of WebRTC look for its address at a port of ours.
 *  @returns whether the browser sent a datagram there, past its proxy: the flag that forbids it differs between versions */
export async function sendsDatagrams(connection: BrowserConnection): Promise<boolean> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  let isHeard = false;
  socket.on('message', () => (isHeard = true));
  await once(socket, 'listening');
  const context = await BrowserContext.create(connection);
  try {
    const page = await BrowserPage.open(context);
    const expression = gathering(socket.address().port);
    await page.session.send('Runtime.evaluate', { expression, awaitPromise: true });
    await sleep(ARRIVAL_MS);
    return isHeard;
  } finally {
    socket.close();
    await context.close();
  }
}

/** @see https://www.w3.org/TR/webrtc/#rtcicegatheringstate-enum */
function gathering(port: number): string {
  return `new Promise((resolve) => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${String(port)}' }] });
    connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve();
    setTimeout(resolve, ${String(GATHERING_MS)});
    connection.createDataChannel('check');
    connection.createOffer().then((offer) => connection.setLocalDescription(offer), resolve);
  })`;
}
