package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.LedgerExports.FocusVersion;
import java.util.List;
import java.util.stream.Stream;

/// The columns of each version of FOCUS, in the order of the alphabet.
///
/// @see <a href="https://focus.finops.org/focus-specification/">FOCUS</a>
final class FocusColumns {
  private static final List<String> COLUMNS_1_2 =
      List.of(
          "AvailabilityZone",
          "BilledCost",
          "BillingAccountId",
          "BillingAccountName",
          "BillingAccountType",
          "BillingCurrency",
          "BillingPeriodEnd",
          "BillingPeriodStart",
          "CapacityReservationId",
          "CapacityReservationStatus",
          "ChargeCategory",
          "ChargeClass",
          "ChargeDescription",
          "ChargeFrequency",
          "ChargePeriodEnd",
          "ChargePeriodStart",
          "CommitmentDiscountCategory",
          "CommitmentDiscountId",
          "CommitmentDiscountName",
          "CommitmentDiscountQuantity",
          "CommitmentDiscountStatus",
          "CommitmentDiscountType",
          "CommitmentDiscountUnit",
          "ConsumedQuantity",
          "ConsumedUnit",
          "ContractedCost",
          "ContractedUnitPrice",
          "EffectiveCost",
          "InvoiceId",
          "InvoiceIssuerName",
          "ListCost",
          "ListUnitPrice",
          "PricingCategory",
          "PricingCurrency",
          "PricingCurrencyContractedUnitPrice",
          "PricingCurrencyEffectiveCost",
          "PricingCurrencyListUnitPrice",
          "PricingQuantity",
          "PricingUnit",
          "ProviderName",
          "PublisherName",
          "RegionId",
          "RegionName",
          "ResourceId",
          "ResourceName",
          "ResourceType",
          "ServiceCategory",
          "ServiceName",
          "ServiceSubcategory",
          "SkuId",
          "SkuMeter",
          "SkuPriceDetails",
          "SkuPriceId",
          "SubAccountId",
          "SubAccountName",
          "SubAccountType",
          "Tags");

  /// Since 1.4 a provider is one of the service or of the host.
  private static final List<String> GONE_IN_1_4 = List.of("ProviderName", "PublisherName");

  private static final List<String> NEW_SINCE_1_2 =
      List.of(
          "AllocatedMethodDetails",
          "AllocatedMethodId",
          "AllocatedResourceId",
          "AllocatedResourceName",
          "AllocatedTags",
          "ContractApplied",
          "HostProviderName",
          "ServiceProviderName");

  private FocusColumns() {}

  static List<String> of(FocusVersion version) {
    return switch (version) {
      case V1_2 -> COLUMNS_1_2;
      case V1_4 ->
          Stream.concat(
                  COLUMNS_1_2.stream().filter(it -> !GONE_IN_1_4.contains(it)),
                  NEW_SINCE_1_2.stream())
              .sorted()
              .toList();
    };
  }
}
