import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../lib/rootRoute.ts'

const getParentRoute = () => rootRoute

export const instanceRoutes = [
  createRoute({
    getParentRoute,
    path: '/admin',
    component: lazyRouteComponent(() => import('./AdminHome.tsx'), 'AdminHome'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/doctor',
    component: lazyRouteComponent(() => import('./Doctor.tsx'), 'Doctor'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/cors',
    component: lazyRouteComponent(() => import('./Cors.tsx'), 'Cors'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/banners',
    component: lazyRouteComponent(() => import('./banners/BannerList.tsx'), 'BannerList'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/banners/create',
    component: lazyRouteComponent(() => import('./banners/BannerForm.tsx'), 'NewBanner'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/banners/edit/$id',
    component: lazyRouteComponent(() => import('./banners/BannerForm.tsx'), 'EditBanner'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/maintenance',
    component: lazyRouteComponent(() => import('./Maintenance.tsx'), 'Maintenance'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/mcp',
    component: lazyRouteComponent(() => import('./Mcp.tsx'), 'Mcp'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/statistics',
    component: lazyRouteComponent(() => import('./statistics/Statistics.tsx'), 'Statistics'),
  }),
  createRoute({
    getParentRoute,
    path: '/admin/sample',
    component: lazyRouteComponent(() => import('./Sample.tsx'), 'Sample'),
  }),
] as const
