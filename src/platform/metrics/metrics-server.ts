import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { CONFIG, type Config } from '../config/config.js';
import { Metrics } from './metrics.js';

/** Each returns what is wrong with the process, or null. */
export interface HealthChecks {
  readonly live: () => string | null;
  readonly ready: () => Promise<string | null>;
}

/** Serves `/metrics` and the health checks on a separate port, which load balancers don't expose. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private readonly logger = new Logger(MetricsServer.name);
  private server: Server | null = null;

  constructor(
    private readonly metrics: Metrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @returns the port
   *  @throws Error if the port is in use */
  async listen(health: HealthChecks): Promise<number> {
    const server = createServer((request, response) => {
      const [path = ''] = (request.url ?? '').split('?', 1);
      this.responseTo(path, health).then(
        ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
        (error: unknown) => {
          this.logger.error(error);
          response.writeHead(500).end();
        },
      );
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.config.metricsPort, this.config.metricsHost, resolve);
    });
    return (server.address() as AddressInfo).port;
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (!server) return;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }

  private async responseTo(path: string, health: HealthChecks) {
    const { registry } = this.metrics;
    if (path === '/metrics')
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    const text = 'text/plain; charset=utf-8';
    if (path !== '/health/live' && path !== '/health/ready')
      return {
        status: 404,
        type: text,
        body: 'Not found. The paths are /metrics, /health/live and /health/ready.\n',
      };
    const fault = path === '/health/live' ? health.live() : await health.ready();
    return { status: fault === null ? 200 : 503, type: text, body: `${fault ?? 'ok'}\n` };
  }
}
